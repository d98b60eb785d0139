import { describe, expect, it } from 'vitest';
import { NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { linksIn } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);
const WRONG = [
  'abc',
  '0',
  '-1',
  '1.5',
  '2x',
  '',
  '1e1',
  '+2',
  '%202',
  '０',
  '99',
  '4',
  '999999999999999999999',
  'NaN',
];

describe('a page number that is none, or beyond the last, is a 404', () => {
  it.each(WRONG)('?page=%s of a section', async (page) => {
    expect((await site().raw(`/newsroom?go=Press%20Room&page=${encodeURI(decodeURI(page))}`)).status).toBe(
      404,
    );
  });

  it.each(WRONG)('?page=%s of a column with a page', async (page) => {
    expect((await site().raw(`/en/newsroom/insights?page=${encodeURI(decodeURI(page))}`)).status).toBe(404);
  });

  it.each([...WRONG, '6'])('?page=%s of a search', async (page) => {
    expect(
      (await site().raw(`/search?keyword=%E6%96%B0%E9%97%BB&page=${encodeURI(decodeURI(page))}`)).status,
    ).toBe(404);
  });

  it('?page= given twice', async () => {
    expect((await site().raw('/newsroom/insights?page=1&page=2')).status).toBe(404);
  });

  it('?page=2 of an empty list', async () => {
    expect((await site().raw('/empty-shelf?page=2')).status).toBe(404);
    expect((await site().raw('/search?keyword=nothing-like-it&page=2')).status).toBe(404);
  });

  it('a huge number is not passed on to the backend', async () => {
    site().fake.forgetCalls();
    await site().raw('/newsroom/insights?page=99999999');
    const asked = site()
      .fake.asked(PATHS.articles)
      .map(({ query }) => query.get('pageNo'));
    expect([...new Set(asked)]).toEqual(['1']);
  });
});

describe('a list turned page by page', () => {
  it.each([
    ['/newsroom?go=Press%20Room', '新闻 2', '新闻 11'],
    ['/newsroom?go=Press%20Room&page=1', '新闻 2', '新闻 11'],
    ['/newsroom?go=Press%20Room&page=2', '新闻 20', '新闻 21'],
    ['/newsroom?go=Press%20Room&page=3', '新闻 25', '新闻 20'],
    ['/newsroom?page=3', '新闻 25', '新闻 20'],
    ['/newsroom?go=Field%20Letters&page=2', '来信 11', '来信 10'],
    ['/newsroom?go=Field%20%20Letters&page=2', '来信 11', '来信 10'],
    ['/newsroom/insights?page=2', '只有中文', '奇号 a b'],
  ])('%s shows %s and not %s', async (address, shown, hidden) => {
    const page = await pageAt(site(), address);
    expect(page.status).toBe(200);
    const titles = page
      .all('h3')
      .concat(page.all('h2'))
      .map((heading) => linksIn(heading)[0]?.[1]);
    expect(titles).toContain(shown);
    expect(titles).not.toContain(hidden);
  });

  it('turning one list of a page leaves the other on its first', async () => {
    const { mainText } = await pageAt(site(), '/newsroom?go=Field%20Letters&page=2');
    expect(mainText).toContain('来信 12');
    expect(mainText).toContain('新闻 10');
    expect(mainText).not.toContain('新闻 11');
  });

  it('has plain links to its pages, each to the anchor of the section', async () => {
    const page = await pageAt(site(), '/newsroom?go=Press%20Room&page=2');
    const [pagination] = page.all('nav', { 'aria-label': '分页' });
    const at = (number: number) =>
      `/newsroom?go=Press%20Room${number === 1 ? '' : `&page=${number}`}#press-room`;
    expect(pagination && linksIn(pagination)).toEqual([
      [at(1), '← 上一页'],
      [at(1), '1'],
      [at(2), '2'],
      [at(3), '3'],
      [at(3), '下一页 →'],
    ]);
    expect(page.all('a', { 'aria-current': 'page', 'aria-label': '第 2 页' })).toHaveLength(1);
  });

  it('on the first page has no step back, on the last none forward', async () => {
    const first = await pageAt(site(), '/en/newsroom/insights');
    const last = await pageAt(site(), '/en/newsroom/insights?page=2');
    expect(first.all('a', { rel: 'next' }).map(({ attributes }) => attributes.href)).toContain(
      '/en/newsroom/insights?page=2',
    );
    expect(first.all('a', { rel: 'prev', class: 'pagination-step' })).toEqual([]);
    expect(last.all('a', { rel: 'next', class: 'pagination-step' })).toEqual([]);
    expect(
      last.all('a', { rel: 'prev', class: 'pagination-step' }).map(({ attributes }) => attributes.href),
    ).toEqual(['/en/newsroom/insights']);
  });

  it('has no pagination where one page holds it all', async () => {
    expect((await pageAt(site(), '/empty-shelf')).all('nav', { 'aria-label': '分页' })).toEqual([]);
    expect((await pageAt(site(), '/search?keyword=77')).all('nav', { 'aria-label': '分页' })).toEqual([]);
  });
});
