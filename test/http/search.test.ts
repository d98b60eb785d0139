import { describe, expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { allIn, type Element, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
const NEWS = '/search?keyword=%E6%96%B0%E9%97%BB';
const marksIn = (element: Element) => allIn(element, 'mark').map(textOf);
const searchFor = (keyword: string, prefix = '') =>
  pageAt(site(), `${prefix}/search?keyword=${encodeURIComponent(keyword)}`);
const lastKeyword = () => site().fake.requests(PATHS.search).at(-1)?.query.get('keyword');

describe('the search form', () => {
  it.each([
    ['/history', '/search', '请输入搜索关键词。'],
    ['/en/history', '/en/search', 'Please enter the search keywords.'],
  ])('the search form on %s sends a GET request to %s', async (address, action, placeholder) => {
    const form = (await pageAt(site(), address)).one('form', { role: 'search' });
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
});

describe('search results', () => {
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

  it.each(['(', '*', '\\', '$&', '.*', '<b>', '&amp;', '%'])(
    'finds the character %s literally',
    async (keyword) => {
      const hit = { id: 1, title: `x ${keyword} y`, summary: `axb ${keyword}` };
      site().fake.override(PATHS.search, data({ list: [hit], total: 1 }));
      expect(marksIn((await searchFor(keyword)).main)).toEqual([keyword, keyword]);
      expect(lastKeyword()).toBe(keyword);
    },
  );

  it.each([
    ['tea export', 'Tea in spring', 'Tea again.', 'An export of tea grew.', ['Tea', 'export', 'tea']],
    ['tea export', 'Spring', 'Export is up.', 'Export only.', ['Export']],
    ['野茶出口', '野茶', undefined, '春天。野茶出口增长。', ['野茶', '野茶出口']],
  ])(
    'a hit for %s shows the best sentence below the title %s',
    async (keyword, title, summary, body, marked) => {
      const article = { id: 'b1', title, summary, content: `<p>Nothing here.</p><p>${body}</p>` };
      site().fake.override(PATHS.search, data({ list: [article], total: 1 }));
      site().fake.override(PATHS.article, data(article));
      const page = await searchFor(keyword);
      const [group = page.main] = page.all('section', { class: 'search-group' }).slice(-1);
      expect(marksIn(group)).toEqual(marked);
    },
  );

  it('links of several result pages keep the keyword', async () => {
    const page = await pageAt(site(), `${NEWS}&page=2`);
    expect(linksIn(page.one('nav', { class: 'pagination' })).map(([href]) => href)).toEqual([
      NEWS,
      NEWS,
      `${NEWS}&page=2`,
      `${NEWS}&page=3`,
      `${NEWS}&page=3`,
    ]);
    expect(allIn((await pageAt(site(), `${NEWS}&page=3`)).main, 'article')).toHaveLength(4);
  });
});

it('removes spaces around the keyword', async () => {
  await site().raw('/en/search?keyword=++two+words%20');
  expect(lastKeyword()).toBe('two words');
});

it.each([
  ['', '没有找到'],
  ['/en', 'No results'],
])('%s/search explains that there are no results', async (prefix, words) => {
  const page = await searchFor('zzz', prefix);
  expect(page.status).toBe(200);
  for (const text of [words, 'zzz']) expect(page.mainText).toContain(text);
});

it.each([
  ['/en/search', 'Please enter the search keywords.', 0],
  ['/en/search?keyword=%20+%E3%80%80', 'Please enter the search keywords.', 0],
  [`/en/search?keyword=${encodeURIComponent('桥'.repeat(101))}`, '100 characters', 0],
  [`/en/search?keyword=${encodeURIComponent('😀'.repeat(100))}`, 'No results', 1],
])('does not search without a keyword or with an overlong one (%#)', async (address, words, calls) => {
  site().fake.clearRequests();
  const page = await pageAt(site(), address);
  expect([page.status, site().fake.calls(PATHS.search)]).toEqual([200, calls]);
  expect(page.mainText).toContain(words);
});
