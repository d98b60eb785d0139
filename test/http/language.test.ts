import { expect, it } from 'vitest';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const YEAR_S = 365 * 24 * 60 * 60;

const at = (url: string, headers: Record<string, string> = {}) => site().raw(url, { headers });

it('the language switch stores the language for a year and redirects to the page', async () => {
  const { status, headers } = await at('/en/history?lang=en');
  expect([status, headers.location, headers['cache-control']]).toEqual([303, '/en/history', 'no-store']);
  const [cookie = '', ...more] = headers['set-cookie'] ?? [];
  expect(more).toEqual([]);
  expect(cookie).toMatch(/^__Host-lang=en;/u);
  for (const part of [`Max-Age=${YEAR_S}`, 'Path=/']) expect(cookie).toContain(part);
});

it.each(['/history?lang=en', '/history?lang=fr', '/history?lang', '/history?LANG=zh'])(
  'ignores %s, which does not name the language of its path',
  async (url) => {
    const page = await pageAt(site(), url);
    expect([page.status, page.headers['set-cookie']]).toEqual([200, undefined]);
    expect(page.canonical).not.toContain('lang');
  },
);

it.each(['__Host-lang=en', '__Host-lang=fr', ''])(
  'the path decides the language of a page, not the cookie “%s”',
  async (Cookie) => {
    const headers = { Cookie, 'Accept-Language': 'fr, de' };
    expect((await pageAt(site(), '/history', headers)).lang).toBe('zh-CN');
    expect((await pageAt(site(), '/en/history', headers)).lang).toBe('en');
    expect((await pageAt(site(), '/english', headers)).lang).toBe('zh-CN');
  },
);

const Cookie = 'a=b; lang=zh; __Host-lang=en; c=d';

it.each([
  {},
  { Referer: 'https://search.example/?q=lanxi' },
  { Referer: `${SITE_URL}.evil.example/` },
  { 'Sec-Fetch-Site': 'none' },
] as Record<string, string>[])(
  'redirects a visitor who chose English from / to /en with %j',
  async (headers) => {
    const { status, headers: answered } = await at('/?go=Contact%20Us', { Cookie, ...headers });
    expect([status, answered.location]).toEqual([302, '/en?go=Contact%20Us']);
    expect(answered['cache-control']?.split(/,\s*/u).sort()).toEqual(['no-store', 'private']);
    expect(answered.vary).toMatch(/\bCookie\b/u);
  },
);

it.each([{ Referer: `${SITE_URL}/en/history` }, { 'Sec-Fetch-Site': 'same-origin' }] as Record<
  string,
  string
>[])('shows a visitor who chose English the Chinese home page with %j', async (headers) => {
  expect((await at('/', { Cookie, ...headers })).status).toBe(200);
});

it.each([
  ['/', true],
  ['/en', false],
])('%s has Vary: Cookie: %s without setting a cookie', async (url, varies) => {
  const { headers } = await at(url);
  expect(/\bcookie\b/iu.test(`${headers.vary}`)).toBe(varies);
  expect(headers['set-cookie']).toBeUndefined();
});

it.each([
  ['/', 'zh'],
  ['/en/newsroom/press-room/p1', 'en'],
  ['/en/search?keyword=bridge', 'en'],
  ['/sitemap.xml', undefined],
])('Content-Language of %s is %s, rendered or cached', async (url, language) => {
  for (const _time of [1, 2]) expect((await site().raw(url)).headers['content-language']).toBe(language);
});
