import { beforeAll, describe, expect, it } from 'vitest';
import { data, PATHS } from '../support/fake-backend.ts';
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
const addresses = (group: Element | undefined) => (group ? linksIn(group).map(([href]) => href) : []);
const marks = (element: Element | undefined) => (element ? allIn(element, 'mark').map(textOf) : []);
const message = ({ main }: SearchPage) => allIn(main, 'p', { role: 'status' }).map(textOf).join();

/** Both languages' pages are read. */
async function untilRead(): Promise<void> {
  for (const prefix of ['', '/en']) await searchAt('first', '', prefix);
  await site().services.siteSearch.settled();
}

beforeAll(untilRead);

describe('pages', () => {
  it.each([
    ['honors', '/en/who-we-are?go=Honors#honors', ['Honours']],
    ['newer prize', '/en/who-we-are?go=Honors#honors', ['Newer prize']],
    ['rice shop', '/en/history', ['rice shop']],
    ['Report 2028', '/en/annual-reports', ['Reports', 'Report 2028']],
    ['sheds', '/en/our-business?go=Investment%20Directions#investment-directions', ['Sheds']],
    ['bamboo paper', '/en/our-business/product-matrix', ['Bamboo paper']],
    ['riverside road', '/en?go=Contact%20Us#contact-us', ['Riverside Road']],
    ['Summer round', '/en/apply', ['Summer round']],
    ['founders', '/en/who-we-are/our-story/founders', ['founders', 'founders']],
  ])('are found by what they say: %s', async (typed, address, hits) => {
    const page = await searchAt(typed);
    expect(page.status).toBe(200);
    expect(addresses(groups(page)[0])).toEqual([address]);
    expect(marks(groups(page)[0])).toEqual(hits);
  });

  it('stand first, under a heading of their own, and are counted apart', async () => {
    const page = await searchAt('新闻', '', '');
    expect(headings(page)).toEqual(['页面', '文章']);
    expect(addresses(groups(page)[0])).toEqual(['/newsroom?go=Press%20Room#press-room', '/newsroom']);
    expect(message(page)).toBe('找到与“新闻”有关的 2 个页面、24 篇文章');
    expect(page.mainText).toContain('新闻中心');
  });

  it('alone are counted alone, with one heading', async () => {
    const page = await searchAt('honors');
    expect([headings(page), message(page)]).toEqual([['Pages'], '1 page for “honors”']);
  });

  it('stand on the first page of the results alone, and count on all', async () => {
    const page = await searchAt('新闻', '&page=2', '');
    expect(headings(page)).toEqual(['文章']);
    expect(message(page)).toBe('找到与“新闻”有关的 2 个页面、24 篇文章');
  });

  it('with some of the words are shown where nothing has all, and it is said', async () => {
    const page = await searchAt('bamboo elephant');
    expect(addresses(groups(page)[0])).toEqual(['/en/our-business/product-matrix']);
    expect(page.mainText).toContain('No page contains all of these words');
  });

  it('say where they stand', async () => {
    const page = await searchAt('founders');
    expect(groups(page).map(textOf).join()).toContain('Our story');
  });

  it.each(['tem', 'zzz'])('are not found by %s', async (typed) => {
    const page = await searchAt(typed);
    expect(page.mainText).toContain('No results');
    expect(headings(page)).toEqual([]);
  });

  it('come with htmx as without', async () => {
    const whole = await searchAt('honors');
    const { text } = await site().raw('/en/search?keyword=honors', {
      headers: { 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
    });
    const [results] = /<section class="search-group">.*?<\/section>/su.exec(text) ?? [];
    expect(results).toBeDefined();
    expect(text).not.toContain('<html');
    expect(whole.text).toContain(results);
  });
});

describe('an article that was found by its text', () => {
  it('shows the sentence with the hit', async () => {
    const page = await searchAt('Body i7');
    expect(marks(groups(page).at(-1))).toEqual(['Body i7']);
  });

  it('shows its summary where its text does not come', async () => {
    site().fake.override(PATHS.article, { status: 500 });
    const page = await searchAt('Body i6');
    expect(page.status).toBe(200);
    expect(page.mainText).toContain('Summary number 6');
    expect(marks(groups(page).at(-1))).toEqual([]);
  });

  it('shows its summary where its text does not come in time', async () => {
    await using own = await ownSite({ API_TIMEOUT_MS: '700' });
    own.fake.override(PATHS.article, { hang: true });
    const page = await pageAt(own, '/en/search?keyword=Body+i5');
    expect(page.status).toBe(200);
    expect(page.mainText).toContain('Summary number 5');
  });

  it('is not asked for where title or summary shows why it was found', async () => {
    site().fake.forgetCalls();
    await searchAt('press 9');
    expect(site().fake.calls(PATHS.article)).toBe(0);
  });
});

describe('when the backend cannot search', () => {
  it('pages are there, and it is said that articles are missing', async () => {
    site().fake.override(PATHS.search, { status: 500 });
    const page = await searchAt('prize');
    expect(page.status).toBe(200);
    expect(addresses(groups(page)[0])).toEqual(['/en/who-we-are?go=Honors#honors']);
    expect(page.mainText).toContain('articles are missing from these results');
    expect(message(page)).toBe('1 page for “prize”');
    expect(linksIn(page.main)).toContainEqual(['/en/search?keyword=prize', 'Retry']);
    expect(page.headers['cache-control']).toBe('no-cache');
  });

  it('and no page is found, it is an error as ever', async () => {
    site().fake.override(PATHS.search, { status: 500 });
    expect((await searchAt('elephant')).status).toBe(500);
  });
});

describe('when pages cannot be searched', () => {
  it('articles are there, and it is said that pages are missing', async () => {
    await using own = await ownSite();
    own.services.siteSearch.close();
    const page = await pageAt(own, '/en/search?keyword=press');
    expect(page.status).toBe(200);
    expect(page.mainText).toContain('these results list articles only');
    expect(headings(page)).toEqual(['Articles']);
  });
});

async function ownSite(environment: Record<string, string> = {}) {
  const own = await startSite(environment);
  return { ...own, [Symbol.asyncDispose]: own.close };
}

it('an edit that the backend tells of is found', async () => {
  site().fake.override(PATHS.common, data([{ id: 1, remarkContent: '<p>A marmalade factory.</p>' }]));
  await site().raw('/hooks/content', { method: 'POST', headers: { Authorization: `Bearer ${TOKEN}` } });
  await expect
    .poll(async () => addresses(groups(await searchAt('marmalade'))[0]))
    .toContain('/en/who-we-are/our-story');
});

describe('a keyword', () => {
  it.each([
    ['of 7 KB', 'many words '.repeat(500)],
    ['of signs', '(((((((((( %$#@!^&*][}{'],
    ['of emoji', '😀😀😀👩‍👩‍👧‍👦'],
    ['that is a regular expression', '(a+)+$|[^\\w]*?(?<=x){1,99}'],
    ['from right to left', 'كتاب الشركة ספר'],
    ['of a hundred characters', '储'.repeat(100)],
    ['of half a character', '\ud800'],
    ['of a word that objects have', '__proto__ constructor toString'],
  ])('%s is answered as ever', async (_, typed) => {
    const startedAt = performance.now();
    const page = await searchAt(typed.toWellFormed());
    expect(page.status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it('of 10 KB makes an address that is too long', async () => {
    expect((await searchAt('word '.repeat(2000))).status).toBe(414);
  });
});
