import { beforeEach, describe, expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
const page = { haveDetail: true };

/** A menu with typical mistakes of editors. */
const BROKEN = [
  { id: 1, code: 'Search', ...page },
  { id: 2, code: 'Healthz', ...page },
  { id: 3, code: '招聘 与 发展', name: '招聘', ...page },
  { id: 5, code: 'Twin Item', ...page },
  { id: 6, code: 'twin-item', ...page },
  { id: 7, parentId: 999, code: 'Orphan', ...page },
  { id: 8, parentId: 9, code: 'Chicken', ...page },
  { id: 9, parentId: 8, code: 'Egg', ...page },
  { id: null, code: 'No Id', ...page },
  { id: 10, code: '', ...page },
  'no record at all',
];

const withMenu = (items: readonly unknown[]) => {
  site().lines.length = 0;
  site().fake.override(PATHS.menu, data(items));
};

describe('a menu with mistakes', () => {
  beforeEach(() => withMenu(BROKEN));

  it('logs each mistake of a menu once until the menu changes', async () => {
    withMenu([...BROKEN, { id: 98, code: 'First', ...page }]);
    for (const address of ['/orphan', '/twin-item', '/orphan']) await site().raw(address);
    expect((await pageAt(site(), '/search')).heading).toBe('搜索结果');
    const mistakes = site()
      .linesWith('"path":"/admin-api/ow/open/column/list"')
      .map(({ record, problem }) => `${record}: ${problem}`);
    expect(mistakes).toEqual([...new Set(mistakes)]);
    for (const record of ['1', '2', '3', '6', '7', '10', 'without id'])
      expect(mistakes.map((mistake) => mistake.split(':')[0])).toContain(record);
    const orphans = () => site().linesWith('parent 999 is missing').length;
    const before = orphans();
    site().fake.override(PATHS.menu, data([...BROKEN, { id: 99, code: 'New', ...page }]));
    await site().raw('/orphan');
    expect(orphans()).toBe(before + 1);
  });
});
