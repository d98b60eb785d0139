import { expect, it, onTestFinished } from 'vitest';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import type { RawOptions } from '../../support/raw-request.ts';
import { type Site, startSite } from '../../support/site.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { words } from '../../support/words.ts';
import { errorsIn } from './support/traces.ts';

const PAGES = words(
  '/ /en/who-we-are /en/newsroom/press-room/p1 /en/history/_payload.json /sitemap.xml /en/feed.xml',
);
/** Redirects, errors and responses outside the cache. */
const OTHERS = ['/zh/', '/history/', '/en/apply', '/robots.txt', '/en/nothing', '/?lang=zh'];

/** Request headers outside the cache key that could change a response. */
const HEADERS: Record<string, string>[] = [
  { Host: '"><script>' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', 'X-Forwarded-Prefix': '/evil' },
  { 'X-Original-URL': '/evil', 'X-Rewrite-URL': '/evil', 'X-HTTP-Method-Override': 'POST' },
  { 'Accept-Language': 'evil', 'User-Agent': 'evil', Referer: 'https://evil.example/' },
  { 'HX-Request': 'true', 'HX-Target': 'evil', 'HX-Current-URL': 'https://evil.example/' },
  { Cookie: 'application=evil; lang=zh; evil=1', Origin: 'https://evil.example' },
  { Range: 'bytes=0-1', 'If-Range': '"evil"', 'Save-Data': 'on', 'Cache-Control': 'no-store' },
];
const QUERIES = ['?evil=1', '?go=evil', '?page=1&evil', '?lang=evil'];

/** Headers that differ between equal responses. */
const CHANGING = words('date x-request-id x-content-age connection keep-alive etag content-length');

async function ownSite(): Promise<Site> {
  const site = await startSite(TEST_SETTINGS);
  onTestFinished(() => site.close());
  return site;
}

async function cachedPages(site: Site) {
  const pages = [];
  for (const path of PAGES) {
    await site.raw(path);
    const { status, headers, text } = await site.raw(path);
    const same = Object.entries(headers).filter(([name]) => !CHANGING.includes(name));
    // Removes the port of the backend, which differs between the two sites.
    const withoutPort = text.replaceAll(/127\.0\.0\.1:\d+/gu, '');
    pages.push({ status, headers: Object.fromEntries(same), text: withoutPort });
  }
  return pages;
}

async function expectNoEcho(site: Site, path: string, headers: RawOptions['headers']) {
  for (const method of ['GET', 'HEAD']) {
    const { text, headers: answered } = await site.raw(path, { headers, method });
    expect(text + JSON.stringify(answered), JSON.stringify([path, headers])).not.toMatch(/evil|"><script>/u);
  }
}

it('a request with hostile headers does not change responses to other visitors', async () => {
  const poisoned = await ownSite();
  for (const path of [...PAGES, ...OTHERS])
    for (const headers of HEADERS) await expectNoEcho(poisoned, path, headers);
  for (const path of PAGES) {
    for (const query of QUERIES) await poisoned.raw(path + query);
    await poisoned.raw(path, { headers: { 'Content-Length': '4' }, body: 'evil' });
  }
  const found = await cachedPages(poisoned);
  for (const { headers } of found) expect(headers['set-cookie']).toBeUndefined();
  expect(found).toEqual(await cachedPages(await ownSite()));
  expect(errorsIn(poisoned)).toEqual([]);
});

const site = siteForFile();

it.each([
  '///evil.example//',
  '/zh/%0d%0aLocation:%20https://evil.example/',
  '/?lang=zh&next=//evil.example',
  'http://evil.example/zh/who-we-are',
])('a request for %s redirects only to paths of the site', async (target) => {
  const { status, headers } = await site().raw(target);
  expect(status).toBeLessThan(500);
  expect(headers.location ?? '/').toMatch(/^\/(?![/\\])/u);
  expect(errorsIn(site())).toEqual([]);
});

it.each(['//evil.example/nothing', '//evil.example/%ZZ'])(
  'the error page for %s links only to the site',
  async (url) => {
    const { text } = await site().raw(url);
    const own = [...text.matchAll(/<a [^>]*?href="([^"]*)"/gu)].map(([, href = '']) => href);
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((href) => /^[/\\]{2}/u.test(href))).toEqual([]);
  },
);
