import { describe, expect, it } from 'vitest';
import { NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { linksIn } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);

it.each([
  '/newsroom?go=Press%20Room&page=abc',
  '/newsroom?go=Press%20Room&page=4',
  '/en/newsroom/insights?page=0',
  '/search?keyword=%E6%96%B0%E9%97%BB&page=6',
  '/empty-shelf?page=2',
  '/search?keyword=nothing-like-it&page=2',
])('the invalid page number of %s returns 404', async (address) => {
  expect((await site().raw(address)).status).toBe(404);
});

it('does not send a huge page number to the backend', async () => {
  site().fake.clearRequests();
  await site().raw('/newsroom/insights?page=99999999');
  const numbers = site()
    .fake.requests(PATHS.articles)
    .map(({ query }) => query.get('pageNo'));
  expect([...new Set(numbers)]).toEqual(['1']);
});

describe('a paginated list', () => {
  it.each([
    ['/newsroom?go=Press%20Room', '新闻 2', '新闻 11'],
    ['/newsroom?go=Press%20Room&page=3', '新闻 25', '新闻 20'],
    ['/newsroom?page=3', '新闻 25', '新闻 20'],
    ['/newsroom?go=Field%20%20Letters&page=2', '来信 11', '新闻 11'],
    ['/newsroom/insights?page=2', '只有中文', '奇号 a b'],
  ])('the list at %s shows %s and not %s', async (address, shown, hidden) => {
    const page = await pageAt(site(), address);
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
    expect(page.all('a', { 'aria-current': 'page', 'aria-label': '第 2 页' })).toHaveLength(1);
  });

  it('pagination has a unique name on a page with several lists', async () => {
    const page = await pageAt(site(), '/newsroom');
    const names = page.all('nav', { class: 'pagination' }).map(({ attributes }) => attributes['aria-label']);
    expect(names).toEqual(['分页：新闻稿', '分页：田野来信']);
  });

  it('omits the previous link on the first page and the next link on the last', async () => {
    const first = await pageAt(site(), '/en/newsroom/insights');
    const last = await pageAt(site(), '/en/newsroom/insights?page=2');
    const step = { class: 'pagination-step' };
    expect(first.all('a', step).map(({ attributes }) => attributes.href)).toEqual([
      '/en/newsroom/insights?page=2',
    ]);
    expect(last.all('a', step).map(({ attributes }) => attributes.href)).toEqual(['/en/newsroom/insights']);
  });

  it.each(['/empty-shelf', '/search?keyword=77'])(
    'does not paginate a list with one page: %s',
    async (address) => {
      expect((await pageAt(site(), address)).all('nav', { class: 'pagination' })).toEqual([]);
    },
  );
});
