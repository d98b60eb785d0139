import { beforeAll, expect, it } from 'vitest';
import { PATHS } from '../support/fake-backend.ts';
import { SECTION_PAGES } from '../support/fake-content.ts';
import { backendKinds } from '../support/section-pages.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { words } from '../support/words.ts';

const site = siteForFile();

const PAGES = [
  '',
  ...Object.values(SECTION_PAGES),
  '/newsroom/insights?page=2',
  '/apply',
  '/newsroom/press-room/p1',
  '/search?keyword=no%20such',
];
beforeAll(async () => {
  for (const prefix of ['', '/en']) for (const path of PAGES) await site().raw(`${prefix}${path}` || '/');
});

/** Returns the distinct queries of all calls to a path. */
const queriesOf = (path: string): string[] => [
  ...new Set(
    site()
      .fake.requests(path)
      .map(({ query }) =>
        [...query]
          .map(([name, value]) => `${name}=${value}`)
          .sort()
          .join('&'),
      ),
  ),
];

it('the paths match the contract', () => {
  const names = Object.values(PATHS).map((path) => path.replace('/admin-api/ow/open/', ''));
  expect(names).toEqual(
    expect.arrayContaining(
      words(`article/get article/getLike article/page column/list common/code component-library/getOne
      enterprise-honor/list event/list group/get home-page-list/page home-page/get investment-direction/list
      product-matrix/get report/list`),
    ),
  );
});

it.each(Object.entries(PATHS))('calls %s in both languages', (_, path) => {
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
  ['homeComponents', [expect.stringMatching(/^pageNo=1&pageSize=\d+$/u)]],
  [
    'articles',
    expect.arrayContaining([
      'columnCode=Insights&pageNo=2&pageSize=10',
      'columnCode=Press Room&pageNo=1&pageSize=10',
    ]),
  ],
] as const)('calls %s with the query %j', (name, queries) => {
  expect(queriesOf(PATHS[name])).toEqual(queries);
});

it('does not make other calls to the backend except for pictures on pages', () => {
  const known: string[] = Object.values(PATHS);
  const others = site()
    .fake.requests()
    .filter(({ path }) => !known.includes(path) && !/^\/assets\/(?:mark|wide|bridge)\.png$/u.test(path));
  expect(others).toEqual([]);
});
