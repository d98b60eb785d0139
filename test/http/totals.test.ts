import { describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { linksIn } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);

const WRONG = [undefined, null, 'many', '', '-3', -1, 1.5, {}, [], true, 0, 1] as const;
const records = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `t${index}`, title: `Record ${index}` }));

describe.each(WRONG)('a list whose total is %j', (total) => {
  it('is shown on the page of its column, as one page', async () => {
    site().fake.override(PATHS.articles, data({ list: records(3), total }));
    const page = await pageAt(site(), '/newsroom/insights');
    expect(page.status).toBe(200);
    for (const { title } of records(3)) expect(page.mainText).toContain(title);
    expect(page.all('nav', { 'aria-label': '分页' })).toEqual([]);
    expect((await site().raw('/newsroom/insights?page=2')).status).toBe(404);
  });

  it('is shown on the home page', async () => {
    const { homeComponents } = site().fake.content.zh;
    site().fake.override(PATHS.homeComponents, data({ list: homeComponents.list, total }));
    site().fake.override(PATHS.articles, data({ list: records(2), total }));
    const page = await pageAt(site(), '/');
    expect(page.status).toBe(200);
    expect(page.mainText).toContain('Record 1');
  });

  it('is found by the search, whose count is what is there', async () => {
    site().fake.override(PATHS.search, data({ list: records(4), total }));
    const { status, mainText } = await pageAt(site(), '/en/search?keyword=record');
    expect(status).toBe(200);
    expect(mainText).toContain('4 articles for “record”');
    expect(mainText).toContain('Record 3');
  });

  it('is in the feed and in the sitemap', async () => {
    site().fake.override(PATHS.articles, data({ list: records(2), total }));
    expect((await site().raw('/feed.xml')).text).toContain('Record 1');
    expect((await site().raw('/sitemap.xml')).text).toContain('/t1<');
  });
});

it('an empty list without a total is empty', async () => {
  site().fake.override(PATHS.articles, data({ list: [] }));
  site().fake.override(PATHS.search, data({ list: [] }));
  expect((await site().raw('/newsroom/insights')).status).toBe(200);
  expect((await pageAt(site(), '/en/search?keyword=x')).mainText).toContain('No results');
});

it('a later page whose total is wrong is counted and turned by the total of the first', async () => {
  site().fake.override(PATHS.search, ({ query }) =>
    data({ list: records(10), total: query.get('pageNo') === '1' ? 35 : 'many' }),
  );
  const page = await pageAt(site(), '/en/search?keyword=record&page=2');
  expect(page.mainText).toContain('35 articles for “record”');
  const [pagination] = page.all('nav', { 'aria-label': 'Pagination' });
  expect(pagination && linksIn(pagination).map(([, text]) => text)).toContain('4');
});

it('a total with digits alone is a number, however it is written', async () => {
  site().fake.override(PATHS.search, data({ list: records(10), total: '25' }));
  expect((await pageAt(site(), '/en/search?keyword=record')).mainText).toContain('25 articles');
});
