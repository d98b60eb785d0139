import { cp, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
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

const get = (pageUrl: string) => site.raw(pageUrl);

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

it('serves the files and images of the content folder', async () => {
  const [report] = JSON.parse(await readFile(fileOf('zh/reports.json'), 'utf8')) as { fileUrl: string }[];
  const url = report?.fileUrl ?? '';
  await start();
  const { text } = await get('/');
  const addresses = text.match(/\/(?:files|media)\/[^" ]+/gu) ?? [];
  const fetchFirst = (name: string) => get(addresses.find((one) => one.includes(name)) ?? expect.fail(name));
  expect(await fetchFirst('.pdf')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/pdf', 'content-length': `${(await stat(fileOf(url))).size}` },
  });
  expect((await fetchFirst('/banner-1.jpg')).status).toBe(200);
});
