import { expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { exampleOf, SECTION_PAGES } from '../support/fake-content.ts';
import { allIn, linksIn, type ReadPage, textOf } from '../support/html.ts';
import { localizePath } from '../support/page-kinds.ts';
import { backendKinds } from '../support/section-pages.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
const withMenu = (...items: object[]) => site().fake.override(PATHS.menu, data(items));
const idsOf = (page: ReadPage) => page.all('section').flatMap(({ attributes }) => attributes.id ?? []);

it.each([
  ['/en/who-we-are/our-story/founders', ['Three founders']],
  ['/en/history', ['1 January 2028', 'Listed', '8 January 2009', 'Founded', 'A rice shop']],
  ['/en/who-we-are', ['Keep your word', 'Newer prize', 'Older prize']],
  ['/en/apply', ['Summer round', 'Until August', '+86 (579) 8888-0000']],
  ['/en/empty-shelf', ['Nothing here yet']],
])('the page %s shows %j in this order', async (url, words) => {
  const { mainText } = await pageAt(site(), url);
  let from = 0;
  for (const word of words) {
    const found = mainText.indexOf(word, from);
    expect([word, found >= from]).toEqual([word, true]);
    from = found;
  }
});

it.each(backendKinds)('the page of %s shows its example record in both languages', async (kind) => {
  for (const language of ['zh', 'en'] as const) {
    const { title, name } = exampleOf(kind, language);
    const { mainText } = await pageAt(site(), localizePath(language, SECTION_PAGES[kind]));
    expect(mainText).toContain(title ?? name);
  }
});

it('a page with children shows anchors as sections in menu order', async () => {
  const page = await pageAt(site(), '/en/newsroom');
  expect(idsOf(page)).toEqual(['press-room', 'field-letters']);
  expect(linksIn(page.one('nav', { 'aria-label': 'On this page' }))).toEqual([
    ['#press-room', 'Press room'],
    ['#field-letters', 'Field letters'],
  ]);
  expect(linksIn(page.main)).toContainEqual(['/en/newsroom/insights', 'More: Insights']);
});

/** Returns the headings on the page of a menu item with children: `p` has a page, `a` is an anchor, `c` is a column with a page. */
async function readHeadings(children: string) {
  const items = [...children].map((kind, index) => ({
    id: index + 2,
    parentId: 1,
    code: `${kind}${index}`,
    haveDetail: kind !== 'a',
  }));
  withMenu({ id: 1, code: 'Top', haveDetail: true }, ...items);
  site().fake.override(PATHS.articles, ({ query }) => {
    const list = query.get('columnCode')?.startsWith('c') ? [{ id: 1, title: 'News' }] : [];
    return data({ list, total: list.length });
  });
  const page = await pageAt(site(), '/en/top');
  return { headings: allIn(page.main, 'h2').map(textOf), cards: allIn(page.main, 'h3').map(textOf) };
}

it.each([
  ['a', ['a0'], []],
  ['aaa', ['a0', 'a1', 'a2'], []],
  ['p', ['In this section'], ['p0']],
  ['papap', ['In this section', 'a1', 'a3'], ['p0', 'p2', 'p4']],
  ['appaap', ['a0', 'In this section', 'a3', 'a4'], ['p1', 'p2', 'p5']],
  ['pcpa', ['In this section', 'c1', 'a3'], ['p0', 'p2', 'News']],
  ['p'.repeat(50), ['In this section'], Array.from({ length: 50 }, (_, index) => `p${index}`)],
])('a page with the children %s has one group of cards', async (children, headings, cards) => {
  expect(await readHeadings(children)).toEqual({ headings, cards });
});

it('each section has an id for its links regardless of its code', async () => {
  const codes = ['Q&A', 'Ver. 3.1', 'QA', '公司简介', '!!!', '关于 Us'];
  const children = codes.map((code, index) => ({ id: index + 2, parentId: 1, code, haveDetail: false }));
  withMenu({ id: 1, code: 'Top', haveDetail: true }, ...children);
  const page = await pageAt(site(), '/top');
  const ids = ['qa', 'ver-31', 'qa-4', '5', '6', 'us'];
  expect(idsOf(page)).toEqual(ids);
  const marked = page.all('section').flatMap(({ attributes }) => attributes['data-code'] ?? []);
  expect(marked).toEqual(['QA', '公司简介', '!!!']);
  const links = page.menu ? linksIn(page.menu).map(([href]) => href) : [];
  for (const [index, id] of ids.entries()) {
    const location = `/top?go=${encodeURIComponent(codes[index] ?? '')}#${id}`;
    expect(links).toContain(location);
    const { status, headers } = await site().raw(`/top/${id}`);
    expect([status, headers.location]).toEqual([302, location]);
  }
});

const cardsIn = (page: ReadPage) =>
  page.all('ul', { class: 'list-grid cards' }).map((grid) => allIn(grid, 'h3').map(textOf));

it('shows the three newest articles of a column with a page', async () => {
  const all = (await pageAt(site(), '/en/newsroom/insights')).all('h2').map(textOf);
  expect(cardsIn(await pageAt(site(), '/en/newsroom'))).toEqual([all.slice(0, 3)]);
});

it('the contact page shows departments above the linked contact details of the group', async () => {
  withMenu({ id: 1, code: 'Contact', haveDetail: true });
  const remarkContent = '<p>Ye Wendi, <a href="tel:+861">ext. 804</a></p>';
  site().fake.override(PATHS.common, ({ query }) =>
    query.get('componentCode') === 'Contact' ? data([{ id: 1, title: 'Press', remarkContent }]) : undefined,
  );
  const page = await pageAt(site(), '/en/contact');
  expect(textOf(page.one('ul', { class: 'list-grid departments' }))).toBe('PressYe Wendi, ext. 804');
  expect(page.mainText.indexOf('ext. 804')).toBeLessThan(page.mainText.indexOf('321100'));
  const hrefs = linksIn(page.main).map(([href]) => href);
  for (const href of ['tel:+8657988880000', 'mailto:hello@lanxi.example']) expect(hrefs).toContain(href);
});

it.each([
  ['Enterprise Honor', PATHS.honours, 'Newer prize'],
  ['DECLARE', PATHS.declare, 'Summer round'],
])('a menu item with the code %s shows the records of %s', async (code, path, words) => {
  withMenu({ id: 1, code, haveDetail: true });
  site().fake.clearRequests();
  const page = await pageAt(site(), `/en/${code.toLowerCase().replaceAll(' ', '-')}`);
  expect(page.mainText).toContain(words);
  expect(site().fake.calls(path, 'en')).toBe(1);
});

it('any other code requests common data and articles by the code as written', async () => {
  withMenu({ id: 1, code: 'Odd  Code!', haveDetail: true });
  site().fake.clearRequests();
  expect((await site().raw('/odd-code')).status).toBe(200);
  const { fake } = site();
  expect(fake.requests(PATHS.common, 'zh').map(({ query }) => query.get('componentCode'))).toContain(
    'Odd  Code!',
  );
  expect(fake.requests(PATHS.articles).map(({ query }) => query.get('columnCode'))).toEqual(['Odd  Code!']);
});

it.each([
  '/newsroom?go=Press%20Room&page=abc',
  '/en/newsroom/insights?page=0',
  '/search?keyword=%E6%96%B0%E9%97%BB&page=6',
])('the invalid page number of %s returns 404', async (url) => {
  expect((await site().raw(url)).status).toBe(404);
});

it('does not send a huge page number to the backend', async () => {
  site().fake.clearRequests();
  await site().raw('/newsroom/insights?page=99999999');
  const numbers = site()
    .fake.requests(PATHS.articles)
    .map(({ query }) => query.get('pageNo'));
  expect([...new Set(numbers)]).toEqual(['1']);
});

it.each([
  ['/newsroom/insights?page=2', '只有中文', '奇号 a b'],
  ['/newsroom?go=Press%20Room&page=3', '新闻 25', '新闻 20'],
])('the list at %s shows %s and not %s', async (url, shown, hidden) => {
  const page = await pageAt(site(), url);
  const titles = [...page.all('h3'), ...page.all('h2')].map((heading) => linksIn(heading)[0]?.[1]);
  expect(titles).toContain(shown);
  expect(titles).not.toContain(hidden);
});

it('each pagination link targets the section of its list', async () => {
  const page = await pageAt(site(), '/newsroom?go=Press%20Room&page=2');
  const at = (number: number) =>
    `/newsroom?go=Press%20Room${number === 1 ? '' : `&page=${number}`}#press-room`;
  const [pagination = page.main] = page.all('nav', { class: 'pagination' });
  expect(linksIn(pagination)).toEqual([
    [at(1), '← 上一页'],
    [at(1), '1'],
    [at(2), '2'],
    [at(3), '3'],
    [at(3), '下一页 →'],
  ]);
  expect(page.all('a', { 'aria-current': 'page', 'aria-label': '第2页' })).toHaveLength(1);
});
