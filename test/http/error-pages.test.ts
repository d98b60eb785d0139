import { describe, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { code, data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '800' });
/** Paths of the backend that the home page needs. */
const HOME_PATHS = (Object.keys(PATHS) as (keyof typeof PATHS)[]).filter(
  (name) => !['article', 'search', 'partners'].includes(name),
);
const [WARN, ERROR] = [40, 50];

it.each([
  ['code 404', code(404, 'secret words'), 404, 'lost', WARN],
  ['code 403', code(403, 'secret words'), 403, 'other', WARN],
  ['code 503', code(503, 'secret words'), 503, 'server', WARN],
  ['code 1001', code(1001, 'secret words'), 500, 'other', WARN],
  ['a cut connection', { destroy: true }, 500, 'server', ERROR],
  ['silence', { hang: true }, 500, 'server', ERROR],
  ['HTTP 404', { status: 404 }, 500, 'server', ERROR],
  ['HTML', { body: '<p>Log in</p>' }, 500, 'server', ERROR],
  ['data null', data(null), 500, 'server', ERROR],
] as const)(
  'a backend response of %s shows an error page with %s %i',
  async (_, reply, status, error, level) => {
    site().fake.override(PATHS.events, reply);
    const address = '/en/history?x=1&y=%E6%A1%A5';
    const page = await pageAt(site(), address);
    expectErrorPage(page, { status, error, language: 'en', address });
    expect(page.text).not.toContain('secret words');
    const [line, ...more] = site()
      .linesWith(`${page.headers['x-request-id']}`)
      .filter(({ failure }) => failure);
    expect(more).toEqual([]);
    expect(line).toMatchObject(status === 404 ? { status } : { level, status });
  },
);

it.each([
  ['/nothing', '请点击下面的链接返回首页', '/'],
  ['/en/newsroom/insights/no-such-article', 'the link below to return home', '/en'],
])('the 404 page %s names the target of its link', async (address, words, home) => {
  const page = await pageAt(site(), address);
  expect(page.mainText).toContain(words);
  expect(page.all('a', { class: 'button' }).map(({ attributes }) => attributes.href)).toEqual([home]);
});

describe('a page with a failing block', () => {
  it.each(HOME_PATHS)('the home page is an error page if %s fails', async (name) => {
    site().fake.override(PATHS[name], { status: 502 });
    const page = await pageAt(site(), '/');
    expect(page.status).toBe(500);
    expect(page.all('section', { id: 'contact-us' })).toEqual([]);
  });

  it('a failing block does not affect other pages', async () => {
    site().fake.override(PATHS.honours, { destroy: true });
    const address = '/who-we-are';
    expectErrorPage(await pageAt(site(), address), { status: 500, error: 'server', address });
    expect((await site().raw('/history')).status).toBe(200);
  });

  it.each(['/sitemap.xml', '/en/feed.xml'])(
    '%s returns an uncached error if a block fails',
    async (address) => {
      for (const name of ['common', 'articles'] as const)
        site().fake.override(PATHS[name], { destroy: true });
      const { status, headers } = await site().raw(address);
      expect([status, headers['cache-control']]).toEqual([500, 'no-store']);
    },
  );
});

describe('an error page', () => {
  it('an error page does not have a menu if the backend is down', async () => {
    site().fake.goDown();
    const address = '/en/history';
    const expected = { status: 500, error: 'server', language: 'en', address, hasMenu: false } as const;
    expectErrorPage(await pageAt(site(), address), expected);
  });

  it('does not cache an error page', async () => {
    site().fake.override(PATHS.events, { destroy: true });
    expect((await site().raw('/history')).status).toBe(500);
    site().fake.restore();
    expect((await site().raw('/history')).status).toBe(200);
  });

  it.each([
    ['/en/history', '/history?lang=zh'],
    ['/en/newsroom/24', '/newsroom/24?lang=zh'],
    ['/en/newsroom/no/such/page', '/newsroom?lang=zh'],
  ])('the language switch of the error page %s leads to the nearest page', async (address, expected) => {
    site().fake.override(PATHS.events, { destroy: true });
    // An error page waits only briefly for the menu of the other language.
    await expect.poll(async () => (await pageAt(site(), address)).switchHref).toBe(expected);
  });
});
