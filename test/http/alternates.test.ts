import { expect, it } from 'vitest';
import { code, data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
const LOCAL = '/newsroom/24';

it.each([
  ['/history?x=1', '/history'],
  ['/newsroom/insights?page=1', '/newsroom/insights'],
  ['/newsroom/insights?page=2&x=1', '/newsroom/insights?page=2'],
  ['/who-we-are?go=Core%20Values', '/who-we-are'],
])('the canonical URL of %s is %s', async (address, canonical) => {
  const page = await pageAt(site(), address);
  expect(page.canonical).toBe(`${SITE_URL}${canonical}`);
  expect(page.property('og:url')).toBe(`${SITE_URL}${canonical}`);
});

it('the canonical URL of a list within a page shows the same list', async () => {
  const page = await pageAt(site(), '/newsroom?go=Field%20Letters&page=2');
  expect(page.mainText).toContain('来信 11');
  const canonical = await pageAt(site(), `${page.canonical}`.slice(SITE_URL.length));
  expect(canonical.mainText).toContain('来信 11');
});

it.each([
  ['/en/newsroom/insights', '/newsroom/insights', '/en/newsroom/insights'],
  ['/newsroom/insights/a%20b', '/newsroom/insights/a%20b', '/en/newsroom/insights/a%20b'],
] as const)('hreflang links of %s are %s and %s', async (address, zh, en) => {
  const { alternates } = await pageAt(site(), address);
  expect(alternates).toEqual({ 'zh-CN': SITE_URL + zh, en: SITE_URL + en, 'x-default': SITE_URL + zh });
});

it.each([LOCAL, `${LOCAL}/l1`, '/newsroom/insights/only-zh', '/nope'])(
  'omits hreflang on %s, which exists in only one language',
  async (address) => {
    expect((await pageAt(site(), address)).alternates).toEqual({});
  },
);

it.each([
  ['/newsroom/insights', '/en/newsroom/insights?lang=en'],
  [`${LOCAL}?page=2`, '/en/newsroom?lang=en'],
  ['/newsroom/insights/only-zh', '/en/newsroom/insights?lang=en'],
  ['/search?keyword=%E6%A1%A5', '/en/search?keyword=%E6%A1%A5&lang=en'],
  ['/nope', '/en?lang=en'],
])('the language switch of %s links to %s, which redirects to a page', async (address, href) => {
  expect((await pageAt(site(), address)).switchHref).toBe(href);
  const { headers } = await site().raw(href);
  expect((await site().raw(headers.location ?? href)).status).toBe(200);
});

it('the language switch links to a section if the other language has only an anchor', async () => {
  site().fake.override(PATHS.menu, ({ language }) => {
    const leaf = { id: 2, code: 'Leaf', haveDetail: language === 'zh' };
    return data([{ id: 1, code: 'Trunk', haveDetail: true, children: [leaf] }]);
  });
  const page = await pageAt(site(), '/trunk/leaf');
  expect([page.alternates, page.switchHref]).toEqual([{}, '/en/trunk?go=Leaf&lang=en#leaf']);
});

it('a page does not have an alternate if its article does not exist', async () => {
  site().fake.override(PATHS.article, ({ language }) => (language === 'en' ? code(404) : undefined));
  const page = await pageAt(site(), '/newsroom/press-room/p2');
  expect([page.alternates, page.switchHref]).toEqual([{}, '/en/newsroom?go=Press%20Room&lang=en#press-room']);
});

it('a page keeps its alternate if its article cannot be read', async () => {
  site().fake.override(PATHS.article, ({ language }) => (language === 'en' ? code(500) : undefined));
  const page = await pageAt(site(), '/newsroom/press-room/p2');
  expect([page.status, page.alternates.en]).toEqual([200, `${SITE_URL}/en/newsroom/press-room/p2`]);
});
