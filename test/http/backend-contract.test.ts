import { beforeAll, describe, expect, it } from 'vitest';
import { PATHS } from '../support/fake-backend.ts';
import { SECTION_PAGES } from '../support/fake-content.ts';
import { backendKinds } from '../support/section-pages.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();

/** Backend calls of one page of each kind in each language. */
beforeAll(async () => {
  for (const prefix of ['', '/en']) {
    for (const path of [
      '',
      ...Object.values(SECTION_PAGES),
      '/newsroom/insights?page=2',
      '/apply',
      '/newsroom/press-room/p1',
      '/search?keyword=no%20such',
    ]) {
      await site().raw(`${prefix}${path}` || '/');
    }
  }
});

const queriesOf = (path: string): string[] =>
  [
    ...new Set(
      site()
        .fake.asked(path)
        .map(({ query }) =>
          [...query]
            .map(([name, value]) => `${name}=${value}`)
            .sort()
            .join('&'),
        ),
    ),
  ].sort();

describe('every path of the contract', () => {
  it('is written as in the contract', () => {
    const names = Object.values(PATHS).map((path) => path.replace('/admin-api/ow/open/', ''));
    expect(names.sort()).toEqual([
      'article/get',
      'article/getLike',
      'article/page',
      'column/list',
      'common/code',
      'component-library/getOne',
      'enterprise-honor/list',
      'event/list',
      'group/get',
      'home-page-list/page',
      'home-page/get',
      'investment-direction/list',
      'product-matrix/get',
      'report/list',
    ]);
  });

  it.each(Object.entries(PATHS))('%s is asked, in both languages', (_, path) => {
    expect(site().fake.calls(path, 'zh')).toBeGreaterThan(0);
    expect(site().fake.calls(path, 'en')).toBeGreaterThan(0);
  });

  it.each([
    ['menu', ['']],
    ['group', ['code=group']],
    ['home', ['']],
    ...backendKinds.map((kind) => [kind, ['']] as const),
    ['declare', ['componentCode=declare']],
    ['article', ['id=p1']],
    ['search', ['keyword=no such&pageNo=1&pageSize=10']],
  ] as const)('%s has the query %j', (name, queries) => {
    expect(queriesOf(PATHS[name])).toEqual(queries);
  });

  it('the article list names the column as the backend wrote it, and the page', () => {
    expect(queriesOf(PATHS.articles)).toContain('columnCode=Insights&pageNo=2&pageSize=10');
    expect(queriesOf(PATHS.articles)).toContain('columnCode=Press Room&pageNo=1&pageSize=10');
  });

  it('the blocks of the home page are asked for by page', () => {
    expect(queriesOf(PATHS.homeComponents)).toEqual([expect.stringMatching(/^pageNo=1&pageSize=\d+$/u)]);
  });

  it('nothing else is asked, but for the pictures that pages name', () => {
    const known: string[] = Object.values(PATHS);
    expect(
      site()
        .fake.asked()
        .filter(({ path }) => !known.includes(path) && !/^\/assets\/(?:mark|wide|bridge)\.png$/u.test(path)),
    ).toEqual([]);
  });
});
