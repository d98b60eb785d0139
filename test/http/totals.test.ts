import { expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { linksIn } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);

const records = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `t${index}`, title: `Record ${index}` }));

it.each([undefined, 'many', -3, 1])(
  'a list whose total is %j is shown, found and counted by its records',
  async (total) => {
    const { fake } = site();
    const list = records(3);
    for (const path of [PATHS.articles, PATHS.search]) fake.override(path, data({ list, total }));
    fake.override(PATHS.homeComponents, data({ list: fake.content.zh.homeComponents.list, total }));
    const page = await pageAt(site(), '/newsroom/insights');
    expect(page.all('nav', { class: 'pagination' })).toEqual([]);
    for (const address of ['/newsroom/insights', '/', '/en/search?keyword=record', '/feed.xml'])
      expect((await site().raw(address)).text).toMatch(/Record(?:<\/mark>)? 2/u);
    expect((await pageAt(site(), '/en/search?keyword=record')).mainText).toContain('3 articles for “record”');
    expect((await site().raw('/sitemap.xml')).text).toContain('/t2<');
    expect((await site().raw('/newsroom/insights?page=2')).status).toBe(404);
  },
);

it('a later page with an invalid total is counted by the total of the first', async () => {
  site().fake.override(PATHS.search, ({ query }) =>
    data({ list: records(10), total: query.get('pageNo') === '1' ? '35' : 'many' }),
  );
  const page = await pageAt(site(), '/en/search?keyword=record&page=2');
  expect(page.mainText).toContain('35 articles for “record”');
  const pagination = linksIn(page.one('nav', { class: 'pagination' }));
  expect(pagination.map(([, text]) => text)).toContain('4');
});
