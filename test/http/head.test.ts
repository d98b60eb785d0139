import { expect, it } from 'vitest';
import { code, data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { INTRO } from '../support/fake-content.ts';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);

it.each([
  ['/', '兰溪资本集团'],
  ['/newsroom/insights?page=2', expect.stringMatching(/^洞察.*2.* \| 兰溪$/u)],
  ['/en/newsroom/press-room/p1', 'Lanxi bridge opens "today" <at last> | Lanxi'],
])('the title of %s is %s', async (pageUrl, title) => {
  const page = await pageAt(site(), pageUrl);
  expect(page.title).toEqual(title);
  expect(page.property('og:title')).toBe(page.title);
});

it.each([
  ['/', INTRO.zh],
  ['/history', '上市 · 成立'],
  ['/newsroom', expect.stringContaining(' · ')],
  ['/en/newsroom/press-room/p1', 'A bridge now joins mills & schools on both banks.'],
  ['/apply', INTRO.zh],
  ['/newsroom/insights?page=2', undefined],
])('the description of %s is %s', async (pageUrl, description) => {
  const page = await pageAt(site(), pageUrl);
  expect(page.meta('description')).toEqual(description);
  expect(page.property('og:description')).toBe(page.meta('description'));
});

it.each([
  ['/', '投资集团', 'zh_CN', 'website', 'bridge.png'],
  ['/en/newsroom/press-room/p1', 'investment group', 'en', 'article', 'bridge.png'],
])('%s has keywords and Open Graph data', async (pageUrl, keyword, locale, type, picture) => {
  const page = await pageAt(site(), pageUrl);
  expect(page.meta('keywords')).toContain(keyword);
  expect(page.property('og:type')).toBe(type);
  expect(page.property('og:locale')).toMatch(new RegExp(`^${locale}`, 'u'));
  expect(page.property('og:site_name')).toMatch(/Lanxi Capital Group|兰溪资本集团/u);
  const image = page.property('og:image') ?? '';
  expect(image).toMatch(new RegExp(`^${SITE_URL}/media/[\\w-]+/\\d+/${picture}$`, 'u'));
  expect((await site().raw(image.slice(SITE_URL.length))).status).toBe(200);
  const isArticle = type === 'article';
  expect(page.property('article:published_time')).toBe(
    isArticle ? '2029-05-31T01:30:00.000+08:00' : undefined,
  );
  expect(page.property('article:section')).toBe(isArticle ? 'Press room' : undefined);
});

it('selects the engine of browsers with two, and lets phones link no numbers', async () => {
  const page = await pageAt(site(), '/en');
  expect(page.meta('renderer')).toBe('webkit');
  expect(page.meta('format-detection')).toBe('telephone=no');
  expect(page.hrefs()).toContainEqual(expect.stringMatching(/^tel:/u));
});

it.each([
  ['/search?keyword=a', expect.stringContaining('noindex')],
  ['/newsroom/press-room/p1', undefined],
])('robots of %s is %s', async (pageUrl, robots) => {
  expect((await pageAt(site(), pageUrl)).meta('robots')).toEqual(robots);
});

it.each([
  ['/search?keyword=a', undefined],
  ['/nope', undefined],
  ['/newsroom/press-room/p1', expect.any(String)],
])('only a page with a payload names its hash: %s', async (pageUrl, hash) => {
  expect((await pageAt(site(), pageUrl)).meta('payload')).toEqual(hash);
});

const articleOf = async (article: object) => {
  site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', ...article }));
  const page = await pageAt(site(), '/articles/x');
  return { ...page.jsonLd.find((entry) => entry['@type'] === 'NewsArticle'), text: page.text };
};

it('describes the organisation in the JSON-LD of the home page', async () => {
  expect((await pageAt(site(), '/en')).jsonLd).toContainEqual(
    expect.objectContaining({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Lanxi Capital Group',
      url: `${SITE_URL}/en`,
      logo: expect.stringMatching(/^https:\/\/www\.group\.example\/files\/.*mark\.png$/u),
    }),
  );
});

it('describes an article in its JSON-LD', async () => {
  const { jsonLd } = await pageAt(site(), '/newsroom/press-room/p1');
  expect(jsonLd.find((entry) => entry['@type'] === 'NewsArticle')).toMatchObject({
    headline: '兰溪桥梁竣工 "通车" <正式>',
    description: '一座桥连起两岸的工厂与学校。',
    datePublished: '2029-05-31T01:30:00.000+08:00',
    author: { '@type': 'Person', name: '沈禾' },
    publisher: { '@type': 'Organization', name: '兰溪资本集团' },
    mainEntityOfPage: `${SITE_URL}/newsroom/press-room/p1`,
    image: expect.stringMatching(/^https:\/\/www\.group\.example\/files\//u),
  });
});

it('escapes the end of a script in a title', async () => {
  const title = '</script><script>alert(1)</script><!--';
  const { headline, text } = (await articleOf({ title })) as { headline?: string; text: string };
  expect(headline).toBe(title);
  expect(text).not.toContain('<script>alert');
});

const LOCAL = '/newsroom/24';

it.each([
  ['/history?x=1', '/history'],
  ['/newsroom/insights?page=1', '/newsroom/insights'],
  ['/newsroom/insights?page=2&x=1', '/newsroom/insights?page=2'],
  ['/who-we-are?go=Core%20Values', '/who-we-are'],
])('the canonical URL of %s is %s', async (pageUrl, canonical) => {
  const page = await pageAt(site(), pageUrl);
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
] as const)('hreflang links of %s are %s and %s', async (pageUrl, zh, en) => {
  const { alternates } = await pageAt(site(), pageUrl);
  expect(alternates).toEqual({ 'zh-CN': SITE_URL + zh, en: SITE_URL + en, 'x-default': SITE_URL + zh });
});

it.each([LOCAL, `${LOCAL}/l1`, '/newsroom/insights/only-zh', '/nope'])(
  'omits hreflang on %s, which exists in only one language',
  async (pageUrl) => {
    expect((await pageAt(site(), pageUrl)).alternates).toEqual({});
  },
);

it.each([
  ['/newsroom/insights', '/en/newsroom/insights?lang=en'],
  [`${LOCAL}?page=2`, '/en/newsroom?lang=en'],
  ['/newsroom/insights/only-zh', '/en/newsroom/insights?lang=en'],
  ['/search?keyword=%E6%A1%A5', '/en/search?keyword=%E6%A1%A5&lang=en'],
  ['/nope', '/en?lang=en'],
])('the language switch of %s links to %s, which redirects to a page', async (pageUrl, href) => {
  expect((await pageAt(site(), pageUrl)).switchHref).toBe(href);
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
