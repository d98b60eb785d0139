import { describe, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { code, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);
const WARN = 40;

describe('an envelope code is the status', () => {
  it.each([
    [400, 400, 'other'],
    [401, 401, 'other'],
    [403, 403, 'other'],
    [404, 404, 'lost'],
    [418, 418, 'other'],
    [499, 499, 'other'],
    [500, 500, 'server'],
    [503, 503, 'server'],
    [599, 599, 'server'],
    [600, 500, 'other'],
    [1001, 500, 'other'],
    [399, 500, 'other'],
    [200, 500, 'other'],
    [1, 500, 'other'],
    [-1, 500, 'other'],
    [1_002_003_004, 500, 'other'],
  ] as const)('code %i gives HTTP %i', async (number, status, words) => {
    site().fake.override(PATHS.events, code(number, 'secret words of the backend'));
    const zh = await pageAt(site(), '/history');
    expectErrorPage(zh, { status, words, address: '/history' });
    expect(zh.text).not.toContain('secret words');
    expectErrorPage(await pageAt(site(), '/en/history?a=b'), {
      status,
      words,
      language: 'en',
      address: '/en/history?a=b',
    });
  });

  it('is logged as a warning', async () => {
    site().fake.override(PATHS.events, code(1001));
    const { headers } = await site().raw('/history');
    const [line] = site().linesWith(`${headers['x-request-id']}`);
    expect(line).toMatchObject({ level: WARN, status: 500 });
    expect(line?.failure).toContain('code 1001');
  });
});

it.each([
  ['/nothing', '请点击下面的链接返回首页', '/'],
  ['/en/nothing', 'the link below to return home', '/en'],
  ['/en/newsroom/insights/no-such-article', 'the link below to return home', '/en'],
])('the hint of the 404 page %s says where its link leads: %s', async (address, words, home) => {
  const page = await pageAt(site(), address);
  expect(page.mainText).toContain(words);
  expect(page.all('a', { class: 'button' }).map(({ attributes }) => attributes.href)).toEqual([home]);
});

describe('one block of a page fails', () => {
  it.each([
    'honours',
    'events',
    'reports',
    'directions',
    'products',
    'declare',
    'articles',
    'home',
    'homeComponents',
    'common',
    'group',
    'menu',
  ] as const)('home without %s is an error page', async (name) => {
    site().fake.override(PATHS[name], { status: 502 });
    const page = await pageAt(site(), '/');
    expect(page.status).toBe(500);
    expect(page.all('section', { id: 'contact-us' })).toEqual([]);
  });

  it('a section of a page fails the page, without half of it', async () => {
    site().fake.override(PATHS.honours, { destroy: true });
    expectErrorPage(await pageAt(site(), '/who-we-are'), {
      status: 500,
      words: 'server',
      address: '/who-we-are',
    });
  });

  it('an item of the menu that does not show it stands', async () => {
    site().fake.override(PATHS.honours, { destroy: true });
    expect((await site().raw('/history')).status).toBe(200);
  });
});

describe('an error page', () => {
  it('has no menu where the backend does not give one', async () => {
    site().fake.goDown();
    expectErrorPage(await pageAt(site(), '/en/history'), {
      status: 500,
      words: 'server',
      language: 'en',
      address: '/en/history',
      hasMenu: false,
    });
    expectErrorPage(await pageAt(site(), '/'), {
      status: 500,
      words: 'server',
      address: '/',
      hasMenu: false,
    });
  });

  it('is not kept: as soon as the backend answers, so does the site', async () => {
    site().fake.override(PATHS.events, { destroy: true });
    expect((await site().raw('/history')).status).toBe(500);
    site().fake.restore();
    expect((await site().raw('/history')).status).toBe(200);
  });

  it.each([
    ['a page that failed', '/en/history', '/history?lang=zh'],
    ['a page of the other language', '/en/newsroom/24', '/newsroom/24?lang=zh'],
    ['an unknown child', '/en/newsroom/no/such/page', '/newsroom?lang=zh'],
    ['a page that is nowhere', '/en/no-such-page', '/?lang=zh'],
  ])('of %s switches to the nearest in the other language', async (_name, address, expected) => {
    site().fake.override(PATHS.events, { destroy: true });
    // An error page does not wait for the other menu longer than a moment, which a busy machine may miss.
    await expect.poll(async () => (await pageAt(site(), address)).switchHref).toBe(expected);
  });
});

describe('a failing machine page', () => {
  it.each(['/sitemap.xml', '/feed.xml', '/en/feed.xml'])(
    '%s is an error, never half of what it should be',
    async (address) => {
      site().fake.override(PATHS.articles, ({ query }) =>
        query.get('columnCode') === 'Insights' ? { destroy: true } : undefined,
      );
      const page = await pageAt(site(), address);
      expect(page.status).toBe(500);
      expect(page.headers['cache-control']).toBe('no-store');
    },
  );
});
