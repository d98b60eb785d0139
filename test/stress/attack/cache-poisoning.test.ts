import { expect, it } from 'vitest';
import type { RawOptions } from '../../support/raw-request.ts';
import type { Site } from '../../support/site.ts';
import { errorsIn } from './support/traces.ts';
import { ownSite } from './support/visitors.ts';

const PAGES = [
  '/',
  '/en/who-we-are',
  '/en/newsroom/press-room/p1',
  '/en/history/_payload.json',
  '/sitemap.xml',
  '/en/feed.xml',
  '/site.webmanifest',
];
/** Redirects, errors and responses outside the cache. */
const OTHERS = ['/zh/', '/history/', '/en/apply', '/robots.txt', '/en/nothing', '/?lang=zh'];

/** Request headers outside the cache key that could change a response. */
const HEADERS: Record<string, string>[] = [
  { Host: 'evil.example' },
  { Host: 'evil.example:443' },
  { Host: 'www.group.example@evil.example' },
  { Host: '"><script>' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', 'X-Forwarded-Prefix': '/evil' },
  { 'X-Forwarded-Proto': 'javascript', 'X-Forwarded-Server': 'evil.example' },
  { Forwarded: 'for=1.2.3.4;host=evil.example;proto=http' },
  { 'X-Host': 'evil.example', 'X-Original-Host': 'evil.example', 'X-HTTP-Host-Override': 'evil.example' },
  { 'X-Original-URL': '/evil', 'X-Rewrite-URL': '/evil' },
  { 'X-HTTP-Method-Override': 'POST' },
  {
    'Accept-Language': 'evil',
    Accept: 'application/json',
    'User-Agent': 'evil',
    Referer: 'https://evil.example/',
  },
  {
    'HX-Request': 'true',
    'HX-Target': 'evil',
    'HX-Current-URL': 'https://evil.example/',
    'HX-Boosted': 'true',
  },
  {
    Cookie: 'application=evil; lang=zh; evil=1',
    Origin: 'https://evil.example',
    Authorization: 'Basic evil',
  },
  { Range: 'bytes=0-1', 'If-Range': '"evil"' },
  { 'Save-Data': 'on', 'Sec-Fetch-Site': 'cross-site', 'Cache-Control': 'no-store' },
];
const QUERIES = [
  '?evil=1',
  '?go=evil',
  '?page=1&evil',
  '?lang=evil',
  '?keyword=evil',
  '?page=1&go=%22%3Eevil',
];

/** Headers that differ between equal responses. */
const CHANGING = [
  'date',
  'x-request-id',
  'x-content-age',
  'connection',
  'keep-alive',
  'etag',
  'content-length',
];

async function ordinary(site: Site, path: string, options: RawOptions = {}) {
  const { status, headers, text } = await site.raw(path, options);
  const same = Object.entries(headers).filter(([name]) => !CHANGING.includes(name));
  // Removes the port of the backend, which differs between the two sites.
  return { status, headers: Object.fromEntries(same), text: text.replaceAll(/127\.0\.0\.1:\d+/gu, '') };
}

async function cachedPages(site: Site) {
  const pages = [];
  for (const path of PAGES) {
    await site.raw(path);
    pages.push(await ordinary(site, path));
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
  expect(JSON.stringify(found)).not.toContain('evil');
  for (const { headers } of found) expect(headers['set-cookie']).toBeUndefined();
  expect(found).toEqual(await cachedPages(await ownSite()));
  expect(errorsIn(poisoned)).toEqual([]);
});
