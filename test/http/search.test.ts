import { beforeAll, expect, it, vi } from 'vitest';
import { startDemoSite, timesLogged } from '../support/demo-site.ts';
import { NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { allIn, type Element, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
const marksIn = (element?: Element) => (element ? allIn(element, 'mark').map(textOf) : []);
const searchFor = (keyword: string, prefix = '') =>
  pageAt(site(), `${prefix}/search?keyword=${encodeURIComponent(keyword)}`);

it.each([
  ['/history', '/search', '请输入搜索关键词'],
  ['/en/history', '/en/search', 'Enter a search term'],
])('the search form on %s sends a GET request to %s', async (url, action, placeholder) => {
  const form = (await pageAt(site(), url)).one('form', { role: 'search' });
  expect([form.attributes.action, form.attributes.method ?? 'get']).toEqual([action, 'get']);
  const [input] = allIn(form, 'input');
  expect(input?.attributes).toMatchObject({ name: 'keyword', placeholder });
  expect(allIn(form, 'label')[0]?.attributes.for).toBe(input?.attributes.id);
});

it('the search page shows the typed text in its form', async () => {
  const page = await searchFor('a"b<script>alert(1)</script>');
  expect(allIn(page.main, 'input')[0]?.attributes.value).toBe('a"b<script>alert(1)</script>');
  expect(page.text).not.toContain('<script>alert');
});

it('counts, marks and links search results', async () => {
  const page = await searchFor('press', '/en');
  expect(page.heading).toBe('Search results');
  expect(page.mainText).toContain('2 articles for “press”');
  const [group = page.main] = page.all('section', { class: 'search-group' }).slice(-1);
  expect(marksIn(group)).toEqual(['Press', 'Press']);
  expect(linksIn(page.main)).toContainEqual(['/en/newsroom/press-room/p2', 'Press 2']);
  const one = await searchFor('Loose leaf', '/en');
  expect(one.mainText).toMatch(/\b1 article for/u);
  expect(linksIn(one.main)).toContainEqual(['/en/articles/loose', 'Loose leaf']);
});

it.each([
  ['', /没有找到.*zzz/u],
  ['/en', /No results.*zzz/u],
])('%s/search explains that there are no results', async (prefix, words) => {
  const page = await searchFor('zzz', prefix);
  expect([page.status, page.mainText]).toEqual([200, expect.stringMatching(words)]);
});

it('a search without an index says that pages are still being indexed', async () => {
  vi.spyOn(site().services.siteSearch, 'find').mockResolvedValueOnce(undefined);
  const page = await searchFor('zzz', '/en');
  expect(page.mainText).toContain('pages of this site are still being indexed');
  expect(page.mainText).not.toContain('No results');
});

it.each([
  ['/en/search?keyword=%20+%E3%80%80', 'Enter a search term', 0],
  [`/en/search?keyword=${encodeURIComponent('桥'.repeat(101))}`, '100 characters', 0],
  [`/en/search?keyword=${encodeURIComponent('😀'.repeat(100))}`, 'No results', 1],
])('does not search without a keyword or with an overlong one (%#)', async (url, words, calls) => {
  site().fake.clearRequests();
  const page = await pageAt(site(), url);
  expect([page.status, site().fake.calls(PATHS.search)]).toEqual([200, calls]);
  expect(page.mainText).toContain(words);
});

const TOKEN = 'a-token-of-the-backend-alone';
const indexed = siteForFile({
  CONTENT_FRESH_S: '3600',
  CONTENT_HOOK_TOKEN: TOKEN,
  RATE_LIMIT_PER_MINUTE: '0',
});

const searchAt = (typed: string, more = '', prefix = '/en') =>
  pageAt(indexed(), `${prefix}/search?keyword=${encodeURIComponent(typed)}${more}`);

type SearchPage = Awaited<ReturnType<typeof searchAt>>;
const groups = ({ main }: SearchPage): Element[] => allIn(main, 'section', { class: 'search-group' });
const headings = (page: SearchPage) => groups(page).map((group) => allIn(group, 'h2').map(textOf).join());
const addresses = (group?: Element) => (group ? linksIn(group).map(([href]) => href) : []);
const message = ({ main }: SearchPage) => allIn(main, 'p', { role: 'status' }).map(textOf).join();

beforeAll(async () => {
  for (const prefix of ['', '/en']) await searchAt('first', '', prefix);
  await indexed().services.siteSearch.settled();
});

it.each([
  ['rice shop', '/en/history', ['rice shop']],
  ['sheds', '/en/our-business?go=Investment%20Directions#investment-directions', ['Sheds']],
  ['riverside road', '/en?go=Contact%20Us#contact-us', ['Riverside Road']],
])('a search for “%s” finds the page %s with marked hits', async (typed, url, hits) => {
  const page = await searchAt(typed);
  expect(addresses(groups(page)[0])).toEqual([url]);
  expect(marksIn(groups(page)[0])).toEqual(hits);
});

it('shows page results before articles', async () => {
  const page = await searchAt('新闻', '', '');
  expect(headings(page)).toEqual(['页面', '文章']);
  expect(addresses(groups(page)[0])).toEqual(['/newsroom?go=Press%20Room#press-room', '/newsroom']);
  expect(message(page)).toBe('找到与“新闻”相关的2个页面、24篇文章');
  const second = await searchAt('新闻', '&page=2', '');
  expect([headings(second), message(second)]).toEqual([['文章'], message(page)]);
});

it('returns the same page results to htmx', async () => {
  const whole = await searchAt('honors');
  expect([headings(whole), message(whole)]).toEqual([['Pages'], '1 page for “honors”']);
  const headers = { 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
  const { text } = await indexed().raw('/en/search?keyword=honors', { headers });
  const [results] = /<section class="search-group">.*?<\/section>/su.exec(text) ?? [];
  expect(results).toBeDefined();
  expect(text).not.toContain('<html');
  expect(whole.text).toContain(results);
});

it('an article found by its text shows the sentence with the hit', async () => {
  expect(marksIn(groups(await searchAt('Body i7')).at(-1))).toEqual(['Body i7']);
});

it('a search without the backend says that articles are missing', async () => {
  indexed().fake.override(PATHS.search, { status: 500 });
  const page = await searchAt('prize');
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(addresses(groups(page)[0])).toEqual(['/en/who-we-are?go=Honors#honors']);
  expect(page.mainText).toContain('articles are missing from these results');
  expect(linksIn(page.main)).toContainEqual(['/en/search?keyword=prize', 'Retry']);
  expect((await searchAt('elephant')).status).toBe(500);
});

it('the first search builds the index of its language and finds pages', async () => {
  await using started = await startDemoSite({ environment: { LOG_LEVEL: 'info' } });
  expect(timesLogged(started, 'pages can be searched')).toBe(0);
  const response = await fetch(`${started.base}/en/search?keyword=leadership`);
  expect(await response.text()).toContain('1 page');
  expect(timesLogged(started, 'pages can be searched')).toBe(1);
});
