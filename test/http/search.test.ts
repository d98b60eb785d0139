import { describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { allIn, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);
const NEWS = '/search?keyword=%E6%96%B0%E9%97%BB';

describe('the search form', () => {
  it.each([
    ['/history', '/search', '请输入搜索关键词。'],
    ['/en/history', '/en/search', 'Please enter the search keywords.'],
  ])('on %s asks %s', async (address, action, placeholder) => {
    const page = await pageAt(site(), address);
    const form = page.one('form', { role: 'search' });
    expect(form.attributes.action).toBe(action);
    expect(form.attributes.method ?? 'get').toBe('get');
    const [input] = allIn(form, 'input');
    expect(input?.attributes).toMatchObject({ name: 'keyword', placeholder });
    expect(allIn(form, 'label')[0]?.attributes.for).toBe(input?.attributes.id);
  });

  it('on the search page keeps what was typed', async () => {
    const page = await pageAt(site(), '/en/search?keyword=a%22b%3Cc');
    const values = allIn(page.main, 'input').map(({ attributes }) => attributes.value);
    expect(values).toEqual(['a"b<c']);
  });
});

describe('hits', () => {
  it('are counted, marked and linked', async () => {
    const page = await pageAt(site(), '/en/search?keyword=press');
    expect(page.heading).toBe('Search results');
    expect(page.mainText).toContain('2 articles for “press”');
    const [group] = page.all('section', { class: 'search-group' }).slice(-1);
    expect(group && allIn(group, 'mark').map(textOf)).toEqual(['Press', 'Press']);
    expect(linksIn(page.main)).toContainEqual(['/en/newsroom/press-room/p2', 'Press 2']);
  });

  it('one hit is one result', async () => {
    const page = await pageAt(site(), '/en/search?keyword=Loose+leaf');
    expect(allIn(page.main, 'p', { role: 'status' }).map(textOf)).toEqual([
      expect.stringMatching(/^1 article\b/u),
    ]);
  });

  it('are found in Chinese, and marked', async () => {
    const page = await pageAt(site(), NEWS);
    expect(page.mainText).toContain('24');
    const [group] = page.all('section', { class: 'search-group' }).slice(-1);
    expect(group && allIn(group, 'mark')).toHaveLength(10);
    expect(new Set(allIn(page.main, 'mark').map(textOf))).toEqual(new Set(['新闻']));
  });

  it('are marked in the summary too, with letters of any case, and signs mean themselves', async () => {
    const hit = { id: 1, title: 'A.B (c) a.b', summary: 'axb A.B' };
    site().fake.override(PATHS.search, data({ list: [hit], total: 1 }));
    const page = await pageAt(site(), '/search?keyword=a.b');
    expect(allIn(page.main, 'mark').map(textOf)).toEqual(['A.B', 'a.b', 'A.B']);
  });

  it.each(['(', '[a', '*', '\\', '$&', '.*', '<b>', '&amp;', '"', '%'])(
    'a keyword of signs (%s) is a keyword',
    async (keyword) => {
      site().fake.override(PATHS.search, data({ list: [{ id: 1, title: `x ${keyword} y` }], total: 1 }));
      const page = await pageAt(site(), `/search?keyword=${encodeURIComponent(keyword)}`);
      expect(page.status).toBe(200);
      expect(allIn(page.main, 'mark').map(textOf)).toEqual([keyword]);
      expect(site().fake.asked(PATHS.search).at(-1)?.query.get('keyword')).toBe(keyword);
    },
  );

  it.each([
    ['parental leave', 'Leave policy', undefined, 'We give parental leave.', ['Leave', 'parental leave']],
    ['tea export', 'Tea in spring', 'Tea again.', 'An export of tea grew.', ['Tea', 'export', 'tea']],
    ['tea export', 'Spring', 'The export of tea.', 'Tea export!', ['export', 'tea']],
    ['tea export', 'Spring', 'Export is up.', 'Export only.', ['Export']],
    ['野茶出口', '野茶', undefined, '春天。野茶出口增长。', ['野茶', '野茶出口']],
  ])('show the best sentence for %s below the title %s', async (keyword, title, summary, body, marked) => {
    const article = { id: 'b1', title, summary, content: `<p>Nothing here.</p><p>${body}</p>` };
    site().fake.override(PATHS.search, data({ list: [article], total: 1 }));
    site().fake.override(PATHS.article, data(article));
    const page = await pageAt(site(), `/search?keyword=${encodeURIComponent(keyword)}`);
    const [group] = page.all('section', { class: 'search-group' }).slice(-1);
    expect(group && allIn(group, 'mark').map(textOf)).toEqual(marked);
  });

  it('are turned page by page, keyword and all', async () => {
    const page = await pageAt(site(), `${NEWS}&page=2`);
    const [pagination] = page.all('nav', { 'aria-label': '分页' });
    expect(pagination && linksIn(pagination).map(([href]) => href)).toEqual([
      NEWS,
      NEWS,
      `${NEWS}&page=2`,
      `${NEWS}&page=3`,
      `${NEWS}&page=3`,
    ]);
    const last = await pageAt(site(), `${NEWS}&page=3`);
    expect(allIn(last.main, 'article')).toHaveLength(4);
  });

  it('a hit without a column lives under /articles', async () => {
    const page = await pageAt(site(), '/en/search?keyword=Loose');
    expect(linksIn(page.main)).toContainEqual(['/en/articles/loose', 'Loose leaf']);
  });

  it('spaces around the keyword do not count, `+` is one', async () => {
    await site().raw('/en/search?keyword=++two+words%20');
    expect(site().fake.asked(PATHS.search).at(-1)?.query.get('keyword')).toBe('two words');
  });
});

describe('no hit', () => {
  it.each([
    ['/search?keyword=zzz', '没有找到'],
    ['/en/search?keyword=zzz', 'No results'],
  ])('%s says so', async (address, words) => {
    const page = await pageAt(site(), address);
    expect(page.status).toBe(200);
    expect(page.mainText).toContain(words);
    expect(page.mainText).toContain('zzz');
    expect(allIn(page.main, 'mark')).toEqual([]);
  });

  it('what was typed is shown as text', async () => {
    const page = await pageAt(site(), '/search?keyword=%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect(page.text).not.toContain('<script>alert');
    expect(page.mainText).toContain('<script>alert(1)</script>');
  });
});

describe('nothing to search for', () => {
  it.each(['/en/search', '/en/search?keyword=', '/en/search?keyword=%20+%E3%80%80', '/en/search?other=x'])(
    '%s asks for a keyword and not the backend',
    async (address) => {
      site().fake.forgetCalls();
      const page = await pageAt(site(), address);
      expect(page.status).toBe(200);
      expect(page.heading).toBe('Search results');
      expect(page.mainText).toContain('Please enter the search keywords.');
      expect(site().fake.calls(PATHS.search)).toBe(0);
    },
  );
});

describe('a keyword that is too long', () => {
  it.each(['a'.repeat(101), '桥'.repeat(101)])('is said to be, and not passed on (%#)', async (keyword) => {
    site().fake.forgetCalls();
    const page = await pageAt(site(), `/en/search?keyword=${encodeURIComponent(keyword)}`);
    expect(page.status).toBe(200);
    expect(page.mainText).toContain('100 characters');
    expect(site().fake.calls(PATHS.search)).toBe(0);
  });

  it.each(['a'.repeat(100), '😀'.repeat(100)])('is one more than 100 characters (%#)', async (keyword) => {
    site().fake.forgetCalls();
    await site().raw(`/en/search?keyword=${encodeURIComponent(keyword)}`);
    expect(site().fake.calls(PATHS.search)).toBe(1);
  });
});
