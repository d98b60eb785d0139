import { cp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/applications/store/testing/index.ts';
import { CONTENT, copyContent } from '../support/demo-content.ts';
import type { Site } from '../support/site.ts';
import { sitesOnOneBackend } from '../support/sites-on-one-backend.ts';

const sites = sitesOnOneBackend({ API_BASE_URL: '', CONTENT_FRESH_S: '0' });
let content: string;
let site: Site;

beforeEach(async () => {
  content = await temporaryFolder();
  await copyContent(content);
});

const fileOf = (name: string) => path.join(content, name);

/** Starts a site with a content folder. */
async function start(): Promise<void> {
  site = await sites.start({ CONTENT_DIR: content });
}

const get = (address: string) => site.raw(address);

/** Returns the reasons of logged errors about content files. */
const mistakes = () => site.linesWith('mistake in a content file').map(({ reason }) => reason);

const MENU = 'en/menu.json';

it('/readyz reports a missing menu file until it exists again', async () => {
  await rm(fileOf(MENU));
  await start();
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('en/menu.json: the file is missing'),
  });
  expect((await get('/en/about-us')).status).toBe(500);
  expect((await get('/about-us')).status).toBe(200);
  expect(mistakes()).toEqual(['en/menu.json: the file is missing']);
  await cp(path.join(CONTENT, MENU), fileOf(MENU));
  await expect.poll(async () => (await get('/readyz')).status).toBe(200);
  expect((await get('/en/about-us')).status).toBe(200);
});

describe('a content folder with bad articles', () => {
  it('omits only bad articles from lists and search', async () => {
    const bad = {
      1001: ['{ "id": 1001,\n"title" }', 'zh/articles/1001.json:2:9: colon expected at }'],
      1003: ['{ "id": 1003,\n"content": "" }', 'zh/articles/1003.json:1:1: title: is missing'],
      1004: ['null', 'zh/articles/1004.json:1:1: '],
    };
    for (const [id, [text = '']] of Object.entries(bad))
      await writeFile(fileOf(`zh/articles/${id}.json`), text);
    await start();
    for (const address of ['/news/group-news', `/search?keyword=${encodeURIComponent('钱塘园更新')}`]) {
      const { status, text } = await get(address);
      expect(status).toBe(200);
      expect(text).toContain('/news/group-news/1002');
      expect(text).not.toMatch(/\/news\/group-news\/100[134]/u);
    }
    expect(mistakes().sort()).toEqual(
      Object.values(bad).map(([, reason]) => expect.stringContaining(`${reason}`)),
    );
  });
});

it('does not serve files outside the content folder through symbolic links', async () => {
  await rm(fileOf('files'));
  await cp(path.join(CONTENT, 'files'), fileOf('files'), { recursive: true });
  const [report] = JSON.parse(await readFile(fileOf('zh/reports.json'), 'utf8')) as { fileUrl: string }[];
  const url = report?.fileUrl ?? '';
  await symlink(path.join(CONTENT, url), fileOf('files/linked.pdf'));
  const reports = [report, { ...report, id: 'x', title: 'linked', fileUrl: '/files/linked.pdf' }];
  await writeFile(fileOf('zh/reports.json'), JSON.stringify(reports));
  await start();
  const { text } = await get('/');
  const addresses = text.match(/\/(?:files|media)\/[^" ]+/gu) ?? [];
  const fetchFirst = (name: string) => get(addresses.find((one) => one.includes(name)) ?? expect.fail(name));
  expect(await fetchFirst('.pdf')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/pdf', 'content-length': `${(await stat(fileOf(url))).size}` },
  });
  expect((await fetchFirst('/banner-1.jpg')).status).toBe(200);
  expect((await fetchFirst('/linked.pdf')).status).toBe(404);
});
