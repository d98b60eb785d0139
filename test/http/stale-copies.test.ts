import { expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { code, PATHS } from '../support/fake-backend.ts';
import { SECTION_PAGES } from '../support/fake-content.ts';
import { localizePath } from '../support/page-kinds.ts';
import type { Site } from '../support/site.ts';
import { pageAt } from '../support/site-for-file.ts';
import { sitesOnOneBackend } from '../support/sites-on-one-backend.ts';

const sites = sitesOnOneBackend();
let site: Site;

const status = async (url: string) => (await site.raw(url)).status;
const untilReady = () => expect.poll(() => status('/readyz')).toBe(200);

it('a site that starts with the backend down recovers automatically', async () => {
  sites.fake.goDown();
  site = await sites.start();
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
  for (const [url, language, name] of [
    ['/', 'zh', '投资集团'],
    ['/en/newsroom/press-room/p1', 'en', 'Investment Group'],
  ] as const) {
    const page = await pageAt(site, url);
    expectErrorPage(page, { status: 500, error: 'server', language, url, hasMenu: false });
    expect(page.title).toContain(name);
  }
  for (const [url, expected] of [
    ['/robots.txt', 200],
    ['/zh/history', 308],
    ['/en/history?lang=en', 303],
    ['/%ZZ', 400],
  ] as const)
    expect([url, await status(url)]).toEqual([url, expected]);
  sites.fake.comeUp();
  await untilReady();
  expect((await pageAt(site, '/')).menu).toBeDefined();
  expect(site.linesWith('content is not available yet')[0]).toMatchObject({
    reason: expect.stringMatching(/^unreachable: .+ \(.+\)$/u),
  });
});

it.each([
  ['menu', PATHS.menu, null],
  ['introduction', PATHS.common, 'intro'],
] as const)('a site without the English %s is not ready', async (_, path, componentCode) => {
  sites.fake.override(path, ({ query, language }) =>
    language === 'en' && query.get('componentCode') === componentCode ? code(500) : undefined,
  );
  site = await sites.start();
  expect([await status('/healthz'), await status('/readyz'), await status('/en/history')]).toEqual([
    200, 503, 500,
  ]);
  sites.fake.restore();
  await untilReady();
  expect(await status('/en/history')).toBe(200);
});

const ARTICLE = '/newsroom/press-room/p2';
const { start, end } = sites;

/** Pages of all kinds that exist in both languages, without the language prefix. */
const IN_BOTH = [
  '/',
  '/newsroom/insights?page=2',
  '/newsroom/press-room/p1',
  ARTICLE,
  '/apply',
  '/search?keyword=a',
  '/feed.xml',
  '/history/_payload.json',
  ...Object.values(SECTION_PAGES),
];
const PAGES = [...IN_BOTH.flatMap((page) => [page, localizePath('en', page)]), '/sitemap.xml'];

const statusAt = async (at: Site, url: string) => (await at.raw(url)).status;

async function expectAllServed(site: Site, pages: readonly string[] = PAGES): Promise<void> {
  for (const page of pages) expect([page, await statusAt(site, page)]).toEqual([page, 200]);
}

/** Starts a site, serves these pages and stops it. */
async function served(pages: string[], environment: Record<string, string> = {}): Promise<void> {
  const site = await start(environment);
  await expectAllServed(site, pages);
  // A search reads all pages in the background.
  await site.services.siteSearch.settled();
  await end(site);
  sites.fake.clearRequests();
}

it('serves every kind of page that was served before without a backend call', async () => {
  await served(PAGES);
  sites.fake.goDown();
  const site = await start();
  expect(await statusAt(site, '/readyz')).toBe(200);
  await expectAllServed(site);
  const known: string[] = Object.values(PATHS);
  expect(sites.fake.requests().filter((question) => known.includes(question.path))).toEqual([]);
});

it('serves stale pages without waiting for an unresponsive backend', async () => {
  const pages = PAGES.filter((_, at) => at % 4 === 0);
  const environment = { CONTENT_FRESH_S: '0', CONTENT_STALE_S: '3600', API_TIMEOUT_MS: '600000' };
  await served(pages, environment);
  for (const one of Object.values(PATHS)) sites.fake.override(one, { hang: true });
  await expectAllServed(await start(environment), pages);
});

it.each<[string, Record<string, string>, string]>([
  ['copies older than CONTENT_STALE_S', { CONTENT_FRESH_S: '0', CONTENT_STALE_S: '0' }, '/history'],
  ['content of another tenant', { API_HEADERS: '{"X-Tenant":"another"}' }, '/history'],
])('does not serve %s after a restart', async (_, environment, url) => {
  await served(['/history']);
  sites.fake.goDown();
  expect(await statusAt(await start(environment, false), url)).toBe(500);
});

it('does not serve a stale copy of an article that the backend has removed', async () => {
  await served([ARTICLE]);
  sites.fake.override(PATHS.article, code(404));
  const site = await start({ CONTENT_FRESH_S: '0' });
  await expect.poll(() => statusAt(site, ARTICLE)).toBe(404);
  await end(site);
  sites.fake.goDown();
  expect(await statusAt(await start(), ARTICLE)).toBe(500);
});
