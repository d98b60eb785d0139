import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONTENT, copyContent } from '../support/demo-content.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let content: Awaited<ReturnType<typeof temporaryFolder>>;
let data: Awaited<ReturnType<typeof temporaryFolder>>;
let site: DemoSite | undefined;

beforeEach(async () => {
  [content, data] = [await temporaryFolder('content'), await temporaryFolder('data')];
  await copyContent(content.path);
});
afterEach(async () => {
  await site?.stop();
  site = undefined;
  await content.remove();
  await data.remove();
});

const fileOf = (name: string) => path.join(content.path, name);

async function start(readyAt: '/readyz' | '/healthz' = '/readyz'): Promise<DemoSite> {
  const environment = { CONTENT_DIR: content.path, DATA_DIR: data.path, CONTENT_FRESH_S: '1' };
  site = await startDemoSite({ environment, readyAt });
  return site;
}

async function get(address: string) {
  const response = await fetch(`${site?.base}${address}`);
  return { status: response.status, text: await response.text() };
}

/** Reasons of the errors in the log about content files. */
const mistakes = (of: DemoSite): string[] =>
  of.stdout
    .map((line) => JSON.parse(line) as { level: number; reason?: string; msg: string })
    .filter(({ msg }) => msg === 'mistake in a content file')
    .map(({ reason = '' }) => reason);

const MENU = 'en/menu.json';

describe('a content folder without the English menu', () => {
  beforeEach(() => rm(fileOf(MENU)));

  it('is not ready, and /readyz names the missing file', async () => {
    const started = await start('/healthz');
    await vi.waitFor(async () =>
      expect(await get('/readyz')).toEqual({
        status: 503,
        text: expect.stringContaining('en/menu.json: the file is missing'),
      }),
    );
    expect((await get('/en/about-us')).status).toBe(500);
    expect((await get('/about-us')).status).toBe(200);
    expect(mistakes(started)).toEqual(['en/menu.json: the file is missing']);
  });

  it('is ready when the file is back', async () => {
    await start('/healthz');
    expect((await get('/readyz')).status).toBe(503);
    await cp(path.join(CONTENT, MENU), fileOf(MENU));
    await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), { timeout: 10_000 });
    expect((await get('/en/about-us')).status).toBe(200);
  });
});

describe('a menu that an editor breaks', { tags: ['matrix'] }, () => {
  it.each([
    ['removed', undefined, 'en/menu.json: the file is missing'],
    ['cut off', '[\n  {', 'en/menu.json:2:4: close brace expected at the end of the file'],
    ['no list', '{}', 'en/menu.json:1:1: the menu is not a list'],
  ])('stays as it was when its file is %s, also after a restart', async (_how, text, reason) => {
    const first = await start();
    expect((await get('/en/about-us')).status).toBe(200);
    if (text === undefined) await rm(fileOf(MENU));
    else await writeFile(fileOf(MENU), text);
    await vi.waitFor(
      async () => {
        expect((await get('/en/about-us')).status).toBe(200);
        expect(mistakes(first)).toEqual([reason]);
      },
      { timeout: 15_000, interval: 300 },
    );
    await first.stop();
    const second = await start();
    expect((await get('/en/about-us')).status).toBe(200);
    await vi.waitFor(
      async () => {
        expect((await get('/en/about-us')).status).toBe(200);
        expect(mistakes(second)).toEqual([reason]);
      },
      { timeout: 15_000, interval: 300 },
    );
  });
});

describe('a content folder with a bad article', () => {
  it.each([
    ['broken JSON', '{ "id": 1001,\n"title" }', 'zh/articles/1001.json:2:9: colon expected at }'],
    ['no title', '{ "id": 1001,\n"content": "" }', 'zh/articles/1001.json:1:1: title: is missing'],
    ['null', 'null', 'zh/articles/1001.json:1:1: '],
  ])(
    'drops only the article with %s from lists and search, and logs it once',
    async (_what, text, reason) => {
      await writeFile(fileOf('zh/articles/1001.json'), text);
      const started = await start();
      const list = await get('/news/group-news');
      expect(list.status).toBe(200);
      expect(list.text).toContain('/news/group-news/1002');
      expect(list.text).not.toContain('/news/group-news/1001');
      const found = await get(`/search?keyword=${encodeURIComponent('钱塘园更新')}`);
      expect([found.status, found.text.includes('/news/group-news/1002')]).toEqual([200, true]);
      expect(mistakes(started)).toEqual([expect.stringContaining(reason)]);
    },
  );

  it('serves the stored copy of an article that is broken after a restart', async () => {
    const first = await start();
    expect((await get('/news/group-news/1001')).status).toBe(200);
    await first.stop();
    await writeFile(fileOf('zh/articles/1001.json'), '{');
    await start();
    for (const _time of [1, 2, 3]) {
      expect((await get('/news/group-news/1001')).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
  });
});

describe('a content folder without a form in the menu', () => {
  it('has a home page that does not offer the form', async () => {
    for (const language of ['zh', 'en']) {
      const file = fileOf(`${language}/menu.json`);
      const menu = JSON.parse(await readFile(file, 'utf8')) as {
        code: string;
        children?: { code: string }[];
      }[];
      for (const item of menu) item.children = item.children?.filter(({ code }) => code !== 'Application');
      await writeFile(file, JSON.stringify(menu.filter(({ code }) => code !== 'Application')));
    }
    await start();
    for (const address of ['/', '/en']) {
      const { status, text } = await get(address);
      expect([status, text.includes('application-state')]).toEqual([200, false]);
    }
  });
});
