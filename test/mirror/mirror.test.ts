import { cp, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crawl, crawl } from '../crawl/crawler.ts';
import { copyContent } from '../support/demo-content.ts';
import { freePort } from '../support/listen.ts';
import { markupFaults } from '../support/markup.ts';
import { runMirror } from '../support/mirror.ts';
import { startStaticServer } from '../support/static-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Resizing every picture takes long on a busy machine. */
const START_MS = 300_000;

const OLD = new Date(2020, 0, 1);
/** No page of a mirror asks for what a server has to answer. */
const NEEDS_A_SERVER = /href="\/[^"#]*\?|action="|\/captcha\/|name="(?:build|payload)"/u;

let house: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Awaited<ReturnType<typeof startStaticServer>>;
let environment: Record<string, string>;
let result: Crawl;
let first: Awaited<ReturnType<typeof runMirror>>;
const at = (name: string) => path.join(house.path, name);
const read = (name: string) => readFile(at(`mirror/${name}`), 'utf8');

beforeAll(async () => {
  house = await temporaryFolder('mirror');
  await temporaryContent();
  const redirects = at('redirects.txt');
  await writeFile(redirects, '/old/page.html /news/group-news\n/about.asp https://old.example.com/about\n');
  server = await startStaticServer(at('mirror'));
  environment = {
    CONTENT_DIR: at('content'),
    DATA_DIR: at('data'),
    SITE_URL: server.base,
    REDIRECTS_FILE: redirects,
  };
  first = await runMirror([at('mirror')], environment);
  result = await crawl(server.base, [
    '/',
    '/en/',
    '/robots.txt',
    '/sitemap.xml',
    '/feed.xml',
    '/en/feed.xml',
  ]);
}, START_MS);

afterAll(async () => {
  await server.close();
  await house.remove();
});

async function temporaryContent(): Promise<void> {
  await mkdir(at('content'));
  await copyContent(at('content'));
}

/** Changes a file of the content, runs again, and puts the file back as it was. */
async function runEdited(file: string, change: (text: string) => string, args: string[] = []) {
  const content = at(`content/${file}`);
  const text = await readFile(content, 'utf8');
  await writeFile(content, change(text));
  try {
    return await runMirror([at('mirror'), ...args], environment);
  } finally {
    await writeFile(content, text);
  }
}

describe('a mirror on a host that only sends files', () => {
  it('is whole, and says nothing but its changes', () => {
    expect(first).toMatchObject({ status: 0, err: '' });
    expect(first.changes.every((line) => line.startsWith('+ '))).toBe(true);
  });

  it('has no broken link and no lost anchor', () => {
    expect(result.pages.length).toBeGreaterThan(128);
    const broken = result.all.filter(({ status, body }) => status !== 200 || body.length === 0);
    expect(broken.map(({ asked, status, from }) => ({ asked, status, from: from.slice(0, 3) }))).toEqual([]);
    const lost = result.fragments.filter(({ address }) => {
      const [asked = '', fragment = ''] = address.split('#');
      return !result.answers.get(asked)?.page?.ids.includes(decodeURIComponent(fragment));
    });
    expect(lost).toEqual([]);
  });

  it('needs no redirect for a link of a page, and nothing that a server answers', () => {
    const links = result.all.filter(
      ({ asked, from }) => from.some((page) => !page.endsWith('.xml')) && asked.endsWith('/'),
    );
    expect(links.filter(({ asked, url }) => asked !== url)).toEqual([]);
    const wrong = result.pages.filter(({ page }) => NEEDS_A_SERVER.test(page.html));
    expect(wrong.map(({ url }) => url)).toEqual([]);
  });

  it('is valid HTML', async () => {
    const names = first.changes.map((line) => line.slice(2)).filter((name) => name.endsWith('.html'));
    expect(names.length).toBeGreaterThan(160);
    const faults = await Promise.all(
      names.map(async (name) => (await markupFaults(await read(name))).map((fault) => `${name}: ${fault}`)),
    );
    expect(faults.flat()).toEqual([]);
  });

  it('turns the pages of a list, goes to sections and switches languages by plain links', async () => {
    expect(await read('news/group-news/index.html')).toContain('href="/news/group-news/page-2/"');
    expect(await read('news/group-news/page-2/index.html')).toContain('href="/en/news/group-news/"');
    expect(await read('about-us/honours/index.html')).toContain('href="/en/about-us/honours/"');
    expect(await read('about-us/company-profile/index.html')).toContain('url=/about-us/#company-profile');
  });

  it('leads on from old addresses, and has a page of each language for those that nobody knows', async () => {
    expect(await read('old/page.html')).toContain('url=/news/group-news/');
    expect(await read('about.asp/index.html')).toContain('url=https://old.example.com/about');
    expect(await read('404.html')).toContain('lang="zh-CN"');
    expect(await read('en/404.html')).toContain('Oops! Your page is lost!');
  });

  it('has the file itself where the site leads on to one', async () => {
    const icon = await readFile(at('mirror/favicon.ico'));
    expect(icon.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
  });

  it('says whom to ask where the form would be, and lists all pages in place of search', async () => {
    const form = await read('en/work-with-us/application/index.html');
    expect(form).toContain('You cannot fill in the form on this copy of the site.');
    expect(form).toContain('href="mailto:');
    const list = await read('en/search/index.html');
    expect(list).toContain('href="/en/work-with-us/application/"');
    const linked = new Set((await read('search/index.html')).match(/href="\/[a-z/-]+\/\d+\/"/gu));
    expect(linked.size).toBe(40);
  });
});

describe('a second run', () => {
  it('changes nothing where nothing has changed', async () => {
    await utimes(at('mirror/index.html'), OLD, OLD);
    expect(await runMirror([at('mirror')], environment)).toMatchObject({ status: 0, out: '', err: '' });
    expect((await stat(at('mirror/index.html'))).mtime).toEqual(OLD);
  });

  it('writes the pages on which an edit shows, and no others', async () => {
    const edited = await runEdited('en/articles/1003.json', (text) =>
      text.replace('"title": "', '"title": "Edited: '),
    );
    expect(edited.status).toBe(0);
    expect(edited.changes).toEqual(
      expect.arrayContaining([
        '~ en/feed.xml',
        '~ en/news/group-news/1003/index.html',
        '~ en/search/index.html',
      ]),
    );
    expect(edited.changes.length).toBeLessThan(10);
    expect(edited.changes.filter((line) => !line.startsWith('~ en/'))).toEqual([]);
    await runMirror([at('mirror')], environment);
  });

  it('removes what is gone, and leaves what others have put there', async () => {
    await writeFile(at('mirror/mine.txt'), 'mine');
    await rm(at('content/zh/articles/1004.json'));
    await rm(at('content/en/articles/1004.json'));
    const { status, changes } = await runMirror([at('mirror')], environment);
    expect(status).toBe(0);
    expect(changes).toEqual(
      expect.arrayContaining(['- news/group-news/1004/index.html', '- en/news/group-news/1004/index.html']),
    );
    expect(await read('mine.txt')).toBe('mine');
    for (const language of ['zh', 'en'])
      await cp(
        path.resolve(`src/demo/content/${language}/articles/1004.json`),
        at(`content/${language}/articles/1004.json`),
      );
    await runMirror([at('mirror')], environment);
  });

  it('names what it could not get, keeps that as it was, and removes nothing meanwhile', async () => {
    await rm(at('content/en/articles/1005.json'));
    const { status, err, changes } = await runEdited('zh/common/green-operations.json', () => 'not JSON');
    await cp(path.resolve('src/demo/content/en/articles/1005.json'), at('content/en/articles/1005.json'));
    expect(status).toBe(1);
    expect(err).toContain('/sustainability: ');
    expect(changes.filter((line) => line.startsWith('-'))).toEqual([]);
    expect((await read('sustainability/index.html')).length).toBeGreaterThan(1000);
    await runMirror([at('mirror')], environment);
  });
});

describe('where it cannot be made', () => {
  it('leaves an older mirror as it is', async () => {
    const away = { ...environment, API_BASE_URL: `http://127.0.0.1:${await freePort()}` };
    const before = await read('.plinth-mirror/files');
    expect(await runMirror([at('mirror')], away)).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringContaining('the content cannot be read: / responds with unreachable'),
    });
    expect(await read('.plinth-mirror/files')).toBe(before);
  });

  it('says all that is wrong with the settings', async () => {
    const { status, err } = await runMirror([at('mirror')], {
      ...environment,
      PORT: 'x',
      API_TIMEOUT_MS: '0',
    });
    expect(status).toBe(1);
    expect(err).toContain('PORT must be');
    expect(err).toContain('API_TIMEOUT_MS must be');
  });

  it('refuses a folder that is not its own, and wrong usage', async () => {
    const { status, err } = await runMirror([at('content')], environment);
    expect([status, err]).toEqual([1, expect.stringContaining('is neither empty nor a mirror')]);
    expect((await runMirror([], environment)).status).toBe(2);
  });
});
