import { expect, it } from 'vitest';
import type { RawOptions } from '../support/raw-request.ts';
import type { Site } from '../support/site.ts';
import { ownSite } from './support/visitors.ts';

const PAGES = [
  '/',
  '/en',
  '/en/who-we-are',
  '/newsroom',
  '/en/newsroom/press-room/p1',
  '/en/history/_payload.json',
  '/sitemap.xml',
  '/en/feed.xml',
  '/site.webmanifest',
  '/robots.txt',
];

/** Request headers outside the cache key that could change a response. */
const HEADERS: Record<string, string>[] = [
  { Host: 'evil.example' },
  {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-Port': '1',
    'X-Forwarded-Prefix': '/evil',
  },
  { Forwarded: 'host=evil.example;proto=http' },
  { 'X-Host': 'evil.example', 'X-Forwarded-Server': 'evil.example', 'X-HTTP-Host-Override': 'evil.example' },
  { 'X-Original-URL': '/evil', 'X-Rewrite-URL': '/evil', 'X-Forwarded-Path': '/evil' },
  { 'X-HTTP-Method-Override': 'POST', 'X-Method-Override': 'DELETE' },
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
  { 'Save-Data': 'on', DNT: '1', 'Sec-Fetch-Site': 'cross-site' },
  { 'Cache-Control': 'no-store', Pragma: 'no-cache', 'Max-Forwards': '0' },
];
const QUERIES = [
  '?evil=1',
  '?utm_source=evil',
  '?go=evil',
  '?page=1',
  '?page=1&evil',
  '?callback=evil',
  '?_=evil',
  '?lang=evil',
  '?',
  '?keyword=evil',
  '?page=1&go=%22%3Eevil',
];

const CHANGING = new Set(['date', 'x-request-id', 'x-content-age', 'connection', 'keep-alive']);

/** Of what is answered: all but what tells one answer from the next, and how old it is. */
async function ordinary(site: Site, path: string, options: RawOptions = {}) {
  const { status, headers, text } = await site.raw(path, options);
  const told = Object.entries(headers).filter(([name]) => !CHANGING.has(name));
  return { status, headers: Object.fromEntries(told), text };
}

/** The bytes of every page for who asks first, and asks for nothing but the page. */
async function ordinaryPages(site: Site) {
  const pages = [];
  for (const path of PAGES) {
    await site.raw(path);
    pages.push(await ordinary(site, path));
  }
  return pages;
}

it('who asks strangely first does not change what others get', async () => {
  const poisoned = await ownSite();
  for (const path of PAGES) {
    for (const headers of HEADERS) {
      await poisoned.raw(path, { headers });
      await poisoned.raw(path, { headers, method: 'HEAD' });
    }
    for (const query of QUERIES) await poisoned.raw(path + query);
    await poisoned.raw(path, { method: 'GET', headers: { 'Content-Length': '4' }, body: 'evil' });
  }
  const found = await ordinaryPages(poisoned);
  for (const { text, headers } of found) expect(text + JSON.stringify(headers)).not.toContain('evil');
  const clean = await ownSite();
  const port = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/gu, '');
  const comparable = (pages: typeof found) =>
    pages.map(({ status, text, headers: { etag: _etag, 'content-length': _length, ...headers } }) => ({
      status,
      headers,
      text: port(text),
    }));
  expect(comparable(found)).toEqual(comparable(await ordinaryPages(clean)));
});

it('nothing that is one visitor’s may be kept for others', async () => {
  const site = await ownSite();
  for (const path of ['/en/apply', '/en/apply/sent', '/captcha/image', '/en/no-such-page', '/?lang=zh']) {
    const { headers } = await site.raw(path);
    expect(`${path} ${headers['cache-control']}`).toContain('no-store');
  }
  const led = await site.raw('/', { headers: { Cookie: 'lang=en' } });
  expect(led.status).toBe(302);
  expect(led.headers['cache-control']).toContain('no-store');
  expect(led.headers.vary).toContain('Cookie');
});

it('what is kept has no cookie', async () => {
  const site = await ownSite();
  for (const path of PAGES) expect((await site.raw(path)).headers['set-cookie']).toBeUndefined();
});
