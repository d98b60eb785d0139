import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_SEGMENTS } from '../../src/http/middleware/address.ts';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { textOf } from '../support/html.ts';
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

  it.each([
    ['/3', '招聘'],
    ['/en/healthz', 'Healthz'],
    ['/search', '搜索结果'],
  ])('in a menu with mistakes, %s is the page %s', async (address, heading) => {
    const { status, heading: found } = await pageAt(site(), address);
    expect([status, found]).toEqual([200, heading]);
  });

  it('logs each mistake of a menu once until the menu changes', async () => {
    withMenu([...BROKEN, { id: 98, code: 'First', ...page }]);
    for (const address of ['/orphan', '/twin-item', '/orphan']) await site().raw(address);
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

  it('omits menu items at fixed paths from the sitemap', async () => {
    const { text } = await site().raw('/sitemap.xml');
    expect(text).toContain('<loc>https://www.group.example/orphan</loc>');
    expect(text).not.toMatch(/<loc>[^<]*\/search<\/loc>|<loc>https:\/\/www\.group\.example\/healthz</u);
  });
});

it('logs a code that collides with a fixed path once per language', async () => {
  withMenu([
    { id: 1, code: 'Articles', ...page },
    { id: 2, parentId: 1, code: 'Any', ...page },
  ]);
  for (const address of ['/nothing', '/en/nothing', '/nothing']) await site().raw(address);
  const logged = site()
    .linesWith('address of the site')
    .map(({ problem }) => /\/\S+/u.exec(`${problem}`)?.[0]);
  expect(logged.sort()).toEqual(['/articles/any', '/en/articles/any']);
});

it('a menu of 2,000 items in 1,000 levels has pages up to the maximum depth', async () => {
  const deep = Array.from({ length: 1000 }, (_, id) => ({
    id: id + 1,
    parentId: id,
    code: `d${id + 1}`,
    ...page,
  }));
  const wide = Array.from({ length: 1000 }, (_, id) => ({ id: `w${id}`, code: `Wide ${id}`, ...page }));
  withMenu([...deep, ...wide]);
  const pathOf = (depth: number) => Array.from({ length: depth }, (_, id) => `/d${id + 1}`).join('');
  expect((await site().raw(pathOf(MAX_SEGMENTS))).status).toBe(200);
  expect((await site().raw(pathOf(MAX_SEGMENTS + 1))).status).toBe(404);
  expect((await site().raw('/wide-999')).status).toBe(200);
});

describe('the descriptions in the header', () => {
  const shown = async (count: number, description: string) => {
    const below = { parentId: 1, ...page, description };
    withMenu([
      { id: 1, code: 'Top', ...page, description: 'On the top.' },
      ...Array.from({ length: count }, (_, at) => ({ id: at + 2, code: `Below ${at}`, ...below })),
    ]);
    const { menu } = await pageAt(site(), '/en/nothing');
    return menu ? textOf(menu) : '';
  };

  it('truncates long descriptions in the header to their first sentence', async () => {
    const sentence = 'A first sentence that fills rather more than half of all that there is room for here.';
    const text = await shown(2, `${sentence} ${'word '.repeat(60)}`);
    expect(text).toContain('On the top.');
    expect(text.split(sentence)).toHaveLength(3);
    expect(text).not.toContain('word');
  });

  it('omits descriptions below the first level of a long menu', async () => {
    expect(await shown(48, 'Not too many.')).toContain('Not too many.');
    const text = await shown(49, 'Too many.');
    expect(text).toContain('On the top.');
    expect(text).not.toContain('Too many.');
  });
});
