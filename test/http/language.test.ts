import { describe, expect, it } from 'vitest';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const YEAR_S = 365 * 24 * 60 * 60;

const cookiesOf = (headers: { 'set-cookie'?: string[] }): string[] => headers['set-cookie'] ?? [];

describe('the switch', () => {
  it.each([
    ['/?lang=zh', 'zh', '/'],
    ['/en?lang=en', 'en', '/en'],
    ['/en/?lang=en', 'en', '/en'],
    ['/en/history?lang=en', 'en', '/en/history'],
    ['/history?lang=zh', 'zh', '/history'],
    ['/newsroom/insights/x%2Fy?lang=zh', 'zh', '/newsroom/insights/x%2Fy'],
    ['/search?lang=zh', 'zh', '/search'],
  ])('%s remembers %s and leads to %s', async (address, language, location) => {
    const { status, headers } = await site().raw(address);
    expect(status).toBe(303);
    expect(headers.location).toBe(location);
    expect(headers['cache-control']).toBe('no-store');
    const [cookie = '', ...more] = cookiesOf(headers);
    expect(more).toEqual([]);
    expect(cookie).toMatch(new RegExp(`^lang=${language};`, 'u'));
    expect(cookie).toContain(`Max-Age=${YEAR_S}`);
    expect(cookie).toContain('Path=/');
  });

  it.each([
    ['/en/search?keyword=a%20b%26c&lang=en&page=2', '/en/search', { keyword: 'a b&c', page: '2' }],
    ['/newsroom?go=Press%20Room&page=3&lang=zh', '/newsroom', { go: 'Press Room', page: '3' }],
    ['/search?lang=zh&keyword=%E6%A1%A5', '/search', { keyword: '桥' }],
  ])('%s keeps every other parameter', async (address, path, parameters) => {
    const { headers } = await site().raw(address);
    const location = new URL(headers.location ?? '', SITE_URL);
    expect(location.pathname).toBe(path);
    expect(Object.fromEntries(location.searchParams)).toEqual(parameters);
  });

  it.each([
    '/history?lang=en',
    '/en/history?lang=zh',
    '/history?lang=fr',
    '/history?lang=',
    '/history?lang',
    '/history?LANG=zh',
  ])('%s does not name the language of the path and is ignored', async (address) => {
    const page = await pageAt(site(), address);
    expect(page.status).toBe(200);
    expect(cookiesOf(page.headers)).toEqual([]);
    expect(page.canonical).not.toContain('lang');
  });

  it('a choice that stands in the cookie already can be changed on `/`', async () => {
    const { status, headers } = await site().raw('/?lang=zh', { headers: { Cookie: 'lang=en' } });
    expect(status).toBe(303);
    expect(headers.location).toBe('/');
  });

  it.each([
    '/',
    '/en',
    '/history',
    '/en/newsroom/press-room/p1',
    '/search?keyword=a',
    '/nope',
    '/feed.xml',
    '/sitemap.xml',
  ])('%s sets no cookie', async (address) => {
    expect(cookiesOf((await site().raw(address)).headers)).toEqual([]);
  });

  it.each([
    ['/history', '/en/history?lang=en'],
    ['/en/newsroom/press-room/p1', '/newsroom/press-room/p1?lang=zh'],
    ['/search?keyword=%E6%A1%A5', '/en/search?keyword=%E6%A1%A5&lang=en'],
    ['/nope', '/en?lang=en'],
  ])('stands on %s and leads to %s', async (address, href) => {
    expect((await pageAt(site(), address)).switchHref).toBe(href);
  });
});

describe('the language of a page', () => {
  it.each(['lang=en', 'lang=zh', 'lang=fr', ''])(
    'is that of its path alone, whatever the cookie (%s) says',
    async (Cookie) => {
      const headers = { Cookie, 'Accept-Language': 'fr, de' };
      expect((await pageAt(site(), '/history', headers)).lang).toBe('zh-CN');
      expect((await pageAt(site(), '/en/history', headers)).lang).toBe('en');
      expect((await pageAt(site(), '/english', headers)).lang).toBe('zh-CN');
    },
  );
});

describe('a visitor who chose English and asks for /', () => {
  const Cookie = 'a=b; lang=en; c=d';

  it.each([
    ['alone', {}],
    ['from another site', { Referer: 'https://search.example/?q=lanxi' }],
    ['from a site whose name begins alike', { Referer: `${SITE_URL}.evil.example/` }],
    ['over another scheme', { Referer: 'http://www.group.example/' }],
    ['with a broken Referer', { Referer: 'no address' }],
    ['typed into the browser', { 'Sec-Fetch-Site': 'none' }],
    ['across sites', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from the same site but another origin', { 'Sec-Fetch-Site': 'same-site' }],
  ])('%s is led to /en', async (_, headers) => {
    const answer = await site().raw('/', { headers: { Cookie, ...headers } });
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('/en');
    const directives = answer.headers['cache-control']?.split(/,\s*/u).sort();
    expect(directives).toEqual(['no-store', 'private']);
    expect(answer.headers.vary).toMatch(/\bCookie\b/u);
  });

  it.each([
    ['a Referer of this site', { Referer: `${SITE_URL}/en/history` }],
    ['a bare Referer of this site', { Referer: SITE_URL }],
    ['Sec-Fetch-Site: same-origin', { 'Sec-Fetch-Site': 'same-origin' }],
  ])('with %s gets the Chinese home', async (_, headers) => {
    const page = await pageAt(site(), '/', { Cookie, ...headers });
    expect(page.status).toBe(200);
    expect(page.lang).toBe('zh-CN');
  });

  it.each([
    ['no cookie', ''],
    ['lang=zh', 'lang=zh'],
    ['an unknown language', 'lang=fr'],
    ['another cookie of like name', 'xlang=en; lang2=en'],
  ])('but with %s gets the Chinese home', async (_, other) => {
    expect((await site().raw('/', { headers: other ? { Cookie: other } : {} })).status).toBe(200);
  });

  it.each(['/history', '/search', '/articles/loose', '/nope'])('is not led away from %s', async (address) => {
    expect((await site().raw(address, { headers: { Cookie } })).headers.location).toBeUndefined();
  });

  it('keeps the query', async () => {
    expect((await site().raw('/?go=Contact%20Us', { headers: { Cookie } })).headers.location).toBe(
      '/en?go=Contact%20Us',
    );
  });

  it('who chose Chinese stays on /en', async () => {
    expect((await site().raw('/en', { headers: { Cookie: 'lang=zh' } })).status).toBe(200);
  });
});

describe('Vary: Cookie', () => {
  const varies = async (address: string): Promise<boolean> =>
    /\bcookie\b/iu.test(`${(await site().raw(address)).headers.vary}`);

  it('stands on /', async () => {
    expect(await varies('/')).toBe(true);
    expect(await varies('/?go=Contact%20Us')).toBe(true);
  });

  it.each(['/en', '/history', '/search', '/en/newsroom/press-room/p1', '/feed.xml', '/nope', '/healthz'])(
    'does not stand on %s',
    async (address) => {
      expect(await varies(address)).toBe(false);
    },
  );
});
