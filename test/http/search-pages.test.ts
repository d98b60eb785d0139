import { beforeAll, describe, expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { allIn, type Element, linksIn, textOf } from '../support/html.ts';
import { startSite } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const TOKEN = 'a-token-of-the-backend-alone';
const site = siteForFile({ CONTENT_FRESH_S: '3600', CONTENT_HOOK_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0' });

const searchAt = (typed: string, more = '', prefix = '/en') =>
  pageAt(site(), `${prefix}/search?keyword=${encodeURIComponent(typed)}${more}`);

type SearchPage = Awaited<ReturnType<typeof searchAt>>;
const groups = ({ main }: SearchPage): Element[] => allIn(main, 'section', { class: 'search-group' });
const headings = (page: SearchPage) => groups(page).map((group) => allIn(group, 'h2').map(textOf).join());
const addresses = (group?: Element) => (group ? linksIn(group).map(([href]) => href) : []);
const marks = (element?: Element) => (element ? allIn(element, 'mark').map(textOf) : []);
const message = ({ main }: SearchPage) => allIn(main, 'p', { role: 'status' }).map(textOf).join();

beforeAll(async () => {
  for (const prefix of ['', '/en']) await searchAt('first', '', prefix);
  await site().services.siteSearch.settled();
});

describe('page results', () => {
  it.each([
    ['newer prize', '/en/who-we-are?go=Honors#honors', ['Newer prize']],
    ['rice shop', '/en/history', ['rice shop']],
    ['Report 2028', '/en/annual-reports', ['Reports', 'Report 2028']],
    ['sheds', '/en/our-business?go=Investment%20Directions#investment-directions', ['Sheds']],
    ['bamboo paper', '/en/our-business/product-matrix', ['Bamboo paper']],
    ['riverside road', '/en?go=Contact%20Us#contact-us', ['Riverside Road']],
    ['Summer round', '/en/apply', ['Summer round']],
    ['founders', '/en/who-we-are/our-story/founders', ['founders', 'founders']],
  ])('a search for “%s” finds the page %s with marked hits', async (typed, address, hits) => {
    const page = await searchAt(typed);
    expect(addresses(groups(page)[0])).toEqual([address]);
    expect(marks(groups(page)[0])).toEqual(hits);
  });

  it('shows page results before articles', async () => {
    const page = await searchAt('新闻', '', '');
    expect(headings(page)).toEqual(['页面', '文章']);
    expect(addresses(groups(page)[0])).toEqual(['/newsroom?go=Press%20Room#press-room', '/newsroom']);
    expect(message(page)).toBe('找到与“新闻”有关的 2 个页面、24 篇文章');
    const second = await searchAt('新闻', '&page=2', '');
    expect([headings(second), message(second)]).toEqual([['文章'], message(page)]);
  });

  it('shows pages with only some of the words if no page contains all', async () => {
    const page = await searchAt('bamboo elephant');
    expect(addresses(groups(page)[0])).toEqual(['/en/our-business/product-matrix']);
    expect(page.mainText).toContain('No page contains all of these words');
    expect((await searchAt('tem')).mainText).toContain('No results');
  });

  it('returns the same page results to htmx', async () => {
    const whole = await searchAt('honors');
    expect([headings(whole), message(whole)]).toEqual([['Pages'], '1 page for “honors”']);
    const headers = { 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
    const { text } = await site().raw('/en/search?keyword=honors', { headers });
    const [results] = /<section class="search-group">.*?<\/section>/su.exec(text) ?? [];
    expect(results).toBeDefined();
    expect(text).not.toContain('<html');
    expect(whole.text).toContain(results);
  });
});

describe('an article found by its text', () => {
  it('an article found by its text shows the sentence with the hit', async () => {
    expect(marks(groups(await searchAt('Body i7')).at(-1))).toEqual(['Body i7']);
  });

  it('an article found by its text shows its summary if the text is not available in time', async () => {
    site().fake.override(PATHS.article, { status: 500 });
    const page = await searchAt('Body i6');
    expect([page.status, marks(groups(page).at(-1))]).toEqual([200, []]);
    expect(page.mainText).toContain('Summary number 6');
    const hasty = await startSite({ API_TIMEOUT_MS: '700' });
    hasty.fake.override(PATHS.article, { hang: true });
    const late = await pageAt(hasty, '/en/search?keyword=Body+i5');
    await hasty.close();
    expect([late.status, late.mainText]).toEqual([200, expect.stringContaining('Summary number 5')]);
  });

  it('does not request an article if its title or summary shows the hit', async () => {
    site().fake.clearRequests();
    await searchAt('press 9');
    expect(site().fake.calls(PATHS.article)).toBe(0);
  });
});

it('a search without the backend says that articles are missing', async () => {
  site().fake.override(PATHS.search, { status: 500 });
  const page = await searchAt('prize');
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(addresses(groups(page)[0])).toEqual(['/en/who-we-are?go=Honors#honors']);
  expect(page.mainText).toContain('articles are missing from these results');
  expect(linksIn(page.main)).toContainEqual(['/en/search?keyword=prize', 'Retry']);
  expect((await searchAt('elephant')).status).toBe(500);
});

it('a search without the index says that pages are missing', async () => {
  const own = await startSite();
  own.services.siteSearch.close();
  const page = await pageAt(own, '/en/search?keyword=press');
  await own.close();
  expect([page.status, headings(page)]).toEqual([200, ['Articles']]);
  expect(page.mainText).toContain('are still being read');
});

it('a search that finds more pages than it lists does not count them', async () => {
  const own = await startSite(NO_CONTENT_CACHE);
  const menu = Array.from({ length: 9 }, (_, id) => ({ id, code: `Orchard ${id}`, haveDetail: true }));
  own.fake.override(PATHS.menu, data(menu));
  const page = await pageAt(own, '/en/search?keyword=orchard');
  await own.close();
  expect(addresses(groups(page)[0])).toHaveLength(8);
  expect(message(page)).toBe('8+ pages for “orchard”');
});

it('a search finds an edit after a call of the hook', async () => {
  site().fake.override(PATHS.common, data([{ id: 1, remarkContent: '<p>A marmalade factory.</p>' }]));
  await site().raw('/hooks/content', { method: 'POST', headers: { Authorization: `Bearer ${TOKEN}` } });
  const found = async () => addresses(groups(await searchAt('marmalade'))[0]);
  await expect.poll(found).toContain('/en/who-we-are/our-story');
});

it.each([
  'many words '.repeat(500),
  '(((((((((( %$#@!^&*][}{',
  '(a+)+$|[^\\w]*?(?<=x){1,99}',
  'كتاب الشركة ספר',
  '储'.repeat(100),
  '\ud800',
  '__proto__ constructor toString',
])('a hostile keyword returns 200 (%#)', async (typed) => {
  expect((await searchAt(typed.toWellFormed())).status).toBe(200);
});
