import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mediaFileName } from '../../src/media/media-urls.ts';
import {
  INNER_NAMES,
  namedInnerUrls,
  startInnerServer,
  startRedirector,
} from '../stress/attack/support/inner-server.ts';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { SECTION_PAGES, withAddress } from '../support/fake-content.ts';
import { fakeDns } from '../support/fake-dns.ts';
import { mediaAt } from '../support/file-href.ts';
import { backendKinds } from '../support/section-pages.ts';
import { startSite } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const inner = await startInnerServer();
const redirector = await startRedirector();
const INNER = `http://127.0.0.1:${inner.port}/pic.png`;
const SETTINGS = { ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '1500', LOG_LEVEL: 'warn' };
const site = siteForFile({ ...SETTINGS, ASSET_HOSTS: `*, ${redirector.host}` });

let names: ReturnType<typeof fakeDns>;
beforeAll(() => {
  names = fakeDns(INNER_NAMES);
});
beforeEach(() => {
  inner.requests.length = 0;
});
afterAll(async () => {
  names.restore();
  await Promise.all([inner.close(), redirector.close()]);
});

/** Opens an article that uses one URL everywhere. */
async function articleWith(url: string, on = site()) {
  const article = { id: 'x', title: 'T', picUrl: url, attachments: [{ name: mediaFileName(url), url }] };
  on.fake.override(PATHS.article, data({ ...article, content: `<p>W <img src="${url}" alt="P"></p>` }));
  const page = await pageAt(on, '/articles/x');
  expect(page.status).toBe(200);
  const hrefs = page.hrefs();
  const sources = page.all('img').map(({ attributes }) => attributes.src ?? '');
  // The logo and QR code of every page are plain files until their sizes are known.
  const own = [...sources, ...hrefs].filter((href) => /^\/files\/.*(?<!\/(?:mark|qr)\.png)$/u.test(href));
  return { sources, hrefs, files: [...new Set(own)] };
}

/** Returns the statuses of different requests for a file. */
async function statusesOf(href: string, on = site()): Promise<number[]> {
  const answers = [
    await on.raw(href),
    await on.raw(href, { method: 'HEAD' }),
    await on.raw(href, { headers: { Range: 'bytes=0-9' } }),
    await on.raw(mediaAt(href, 320)),
  ];
  return answers.map(({ status }) => status);
}

/** Expects that no file of an article is served. */
async function expectRefused(files: readonly string[]): Promise<void> {
  for (const href of files) expect((await statusesOf(href)).filter((status) => status < 400)).toEqual([]);
  expect(inner.requests).toEqual([]);
}

it('does not contact an internal server by its address', async () => {
  const { sources, hrefs, files } = await articleWith(INNER);
  expect(files).toEqual([]);
  expect(sources.filter((source) => source.includes('pic.png'))).toEqual([]);
  expect(hrefs).toContain(INNER);
  expect(inner.requests).toEqual([]);
});

it.each(namedInnerUrls(inner.port))('does not contact an internal server by the name %s', async (url) => {
  const { files } = await articleWith(url);
  for (const _time of [1, 2]) await expectRefused(files);
  expect(names.lookups[new URL(url).hostname]).toBe(INNER_NAMES[new URL(url).hostname]?.length);
  const later = await articleWith(url);
  expect([later.files, later.hrefs.includes(url)]).toEqual([[], true]);
});

it.each(backendKinds)('does not contact an internal server for records of %s', async (kind) => {
  const { fake } = site();
  fake.override(PATHS[kind], data(withAddress(fake.content.zh, kind, INNER)));
  const { status, text } = await site().raw(SECTION_PAGES[kind]);
  expect(status).toBe(200);
  expect(text).not.toMatch(/\/(?:files|media)\/[^"]*pic\.png/u);
  const hasLink = /fileUrl|linkUrl/u.test(JSON.stringify(fake.content.zh[kind]));
  expect(text.includes(`href="${INNER}"`)).toBe(hasLink);
  expect(inner.requests).toEqual([]);
});

it.each([INNER, ...namedInnerUrls(inner.port), `//127.0.0.1:${inner.port}/pic.png`])(
  'does not contact an internal server after redirects of an allowed host to %s',
  async (target) => {
    for (const hops of [0, 2]) {
      const { files } = await articleWith(redirector.urlTo(target, hops));
      expect(files).toHaveLength(1);
      await expectRefused(files);
    }
  },
);

it('does not contact an internal server after a redirect of the backend', async () => {
  site().fake.override('/assets/moved.png', { status: 302, headers: { Location: INNER } });
  const { files } = await articleWith('/assets/moved.png');
  expect(files).toHaveLength(1);
  await expectRefused(files);
});

it('contacts an internal server only if ASSET_HOSTS names it', async () => {
  const ASSET_HOSTS = `127.0.0.1:${inner.port},${redirector.host}`;
  const open = await startSite({ ...SETTINGS, ASSET_HOSTS }, { fake: site().fake });
  for (const url of [redirector.urlTo(INNER, 2), INNER]) {
    const { files } = await articleWith(url, open);
    expect(files).toHaveLength(1);
    for (const href of files) expect((await open.raw(href)).status).toBe(200);
  }
  const { files } = await articleWith(INNER, open);
  await open.close();
  inner.requests.length = 0;
  await expectRefused(files);
});
