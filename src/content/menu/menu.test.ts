import { describe, expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { type Language, languages } from '../../i18n/languages.ts';
import { buildMenu } from './build-menu.ts';
import {
  ancestorsOf,
  counterpartIn,
  counterpartPageIn,
  flattenMenu,
  type MenuItem,
  type MenuRecord,
  nearestCounterpartIn,
  nodeByCode,
  pathKey,
  type RecordProblem,
  resolvePath,
} from './menu.ts';

type Item = Partial<MenuRecord> & { id: string };

const record = (item: Item): MenuRecord => ({ code: item.id, haveDetail: true, ...item });
/** Parses items written as `id`, `id:code` or `id:code<parent`, with `_` for a space. */
const itemsOf = (text: string): Item[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [, id = '', code = id, parentId] = /^([^:<]+)(?::([^<]+))?(?:<(.+))?$/u.exec(word) ?? [];
      return { id, code: code.replaceAll('_', ' '), parentId };
    });
const build = (items: string | Item[], language: Language = 'zh') => {
  const problems: RecordProblem[] = [];
  const records = (typeof items === 'string' ? itemsOf(items) : items).map(record);
  return { menu: buildMenu(records, language, problems), problems };
};
const pathsIn = (nodes: MenuItem[]): string[] =>
  nodes.flatMap((node) => [node.path, ...pathsIn(node.children)]);
const pathsOf = (items: string | Item[], language: Language = 'zh') =>
  pathsIn(build(items, language).menu.header).join(' ');
const problemsOf = (items: string | Item[], language: Language = 'zh') =>
  build(items, language).problems.map(({ record: id }) => id);

describe('menu tree', () => {
  it.each([
    ['', '', ''],
    ['a b', '/a /b', ''],
    ['b<a a', '/a /a/b', ''],
    ['c<b a b<a', '/a /a/b /a/b/c', ''],
    ['a c<a b<a', '/a /a/c /a/b', ''],
    ['a b<x', '/a /b', 'b'],
    ['a<x b<a', '/a /a/b', 'a'],
    ['a<a', '/a', 'a'],
    ['a<b b<a', '/b /b/a', 'b'],
    ['a<b b<c c<a', '/c /c/b /c/b/a', 'c'],
    ['a<b b<a c<a', '/b /b/a /b/a/c', 'b'],
    ['a<a b<c c<b', '/a /c /c/b', 'a c'],
    ['a:First a:Second b<a', '/first /first/b', 'a'],
  ])('builds from %j the menu tree %j with the repairs %j', (items, expected, problems) => {
    expect(pathsOf(items)).toBe(expected);
    expect(problemsOf(items).join(' ')).toBe(problems);
  });

  it('finds every menu item by its path without the language prefix', () => {
    const { menu } = build('a b<a', 'en');
    expect(pathsIn(menu.header)).toEqual(['/en/a', '/en/a/b']);
    expect([...menu.byKey.keys()]).toEqual(['a', 'a/b']);
    expect(menu.byKey.get('a/b')?.parent).toBe(menu.byKey.get('a'));
  });

  it.each<[name: string, sorts: (number | undefined)[], expected: string]>([
    ['by rising sort', [3, 1, 2], '1 2 0'],
    ['in the order of the response for equal sort', [1, 1, 0, 1], '2 0 1 3'],
    ['without sort last', [undefined, 5, undefined, 1], '3 1 0 2'],
    ['by negative and fractional sort', [0, -1, -0.5], '1 2 0'],
  ])('sorts sibling menu items %s', (_name, sorts, expected) => {
    const items = sorts.map((sort, index) => ({ id: `${index}`, sort, parentId: 'top' }));
    const [top] = build([{ id: 'top' }, ...items]).menu.header;
    expect(top?.children.map((node) => node.id).join(' ')).toBe(expected);
  });

  it('builds a menu with a cycle of 3,000 levels', () => {
    const chain = Array.from({ length: 3000 }, (_, at): Item => ({ id: `l${at}`, parentId: `l${at - 1}` }));
    const shuffled = [...chain.filter((_, at) => at % 2), ...chain.filter((_, at) => at % 2 === 0)].reverse();
    for (const items of [chain, shuffled])
      expect(ancestorsOf(nodeByCode(build(items).menu, 'l2999'))).toHaveLength(3000);
    const { menu, problems } = build([{ id: 'l0', parentId: 'l2999' }, ...chain.slice(1)]);
    expect([problems.length, menu.byKey.size]).toEqual([1, 3000]);
  });

  it.each<[name: string, itemAt: (at: number) => Item]>([
    ['in a tree', (at) => ({ id: `i${at}`, parentId: `i${Math.floor(at / 10)}` })],
    ['as siblings of one slug', (at) => ({ id: `${at}`, code: 'News' })],
  ])('builds a menu of 2,000 items %s in less than 200 ms', (_name, itemAt) => {
    const items = Array.from({ length: 2000 }, (_, at) => itemAt(at));
    expect(cpuMsOf(() => build(items))).toBeLessThan(200);
  });
});

describe('path segment of a menu item', () => {
  it.each<[name: string, items: string | Item[], expected: string, problems: string]>([
    ['the slug of the code', [{ id: '1', code: ' Company\u00a0 Profile ' }], '/company-profile', '1'],
    ['the id if the slug is empty', '1:公司简介 7:!!!', '/1 /7', '1 7'],
    ['the encoded id', 'a/b:?', '/a%2Fb', 'a/b'],
    [
      'with the id for later siblings with one slug',
      '1:News 2:news! 3:N 4:NEWS',
      '/news /news-2 /n /news-4',
      '2 4',
    ],
    ['a free one if that with the id is taken', '1:N_3 2:N 3:N', '/n-3 /n /n-3-2', '3'],
    ['a different one if the id equals a slug', '1:7 7:!', '/7 /7-7', '7 7'],
    ['the same under another parent', 'a b 1:N<a 2:N<b', '/a /a/n /b /b/n', ''],
    ['the same as the parent’s', '1:N 2:N<1', '/n /n/n', ''],
  ])('uses as path segment of a menu item %s', (_name, items, expected, problems) => {
    expect(pathsOf(items)).toBe(expected);
    expect(problemsOf(items).join(' ')).toBe(problems);
  });

  it('gives the first sibling by sort the plain slug as path segment', () => {
    const items = [
      { id: '1', code: 'N', sort: 2 },
      { id: '2', code: 'N', sort: 1 },
    ];
    const { menu } = build(items);
    expect(pathsIn(menu.header)).toEqual(['/n', '/n-1']);
    expect(nodeByCode(menu, 'N')?.id).toBe('2');
  });

  it('accepts half of a surrogate pair in an id as path segment', () => {
    expect(build([{ id: '\ud83d', code: '!' }, { id: 'a' }]).menu.header).toHaveLength(2);
  });

  it('uses the path segment as the anchor', () => {
    const { menu } = build('1:C 2:C++ 3:公司 4:Company_Profile');
    expect(menu.header.map((node) => node.anchor)).toEqual(['c', 'c-2', '3', 'company-profile']);
  });
});

it.each<[items: string, told: Record<Language, boolean>]>([
  ['1:SEARCH', { zh: true, en: true }],
  ['1:En', { zh: true, en: false }],
  ['1:Healthz', { zh: true, en: false }],
  ['1:Articles', { zh: false, en: false }],
  ['0:Articles 1:Seven<0', { zh: true, en: true }],
  ['0:Qr 1:Seven<0', { zh: true, en: false }],
  ['0:Media 1:Seven<0', { zh: false, en: false }],
  ['0:About 1:Search<0', { zh: false, en: false }],
])('reports the menu items %s with a fixed path: %j', (items, told) => {
  for (const language of languages) {
    const { menu, problems } = build(items, language);
    expect(problems.map(({ record: id }) => id)).toEqual(told[language] ? ['1'] : []);
    expect([...menu.byKey.values()].at(-1)?.isShadowed).toBe(told[language]);
  }
});

it.each([
  [['About-Us', 'X'], 'about-us/x'],
  [['a/b', '新'], 'a%2Fb/%E6%96%B0'],
  [[], ''],
])('turns the menu path %j into the key %s', (segments, expected) => {
  expect(pathKey(segments)).toBe(expected);
});

it.each<[name: string, items: Item[], isPage: boolean]>([
  ['with detail', [{ id: '1' }], true],
  ['with neither detail nor children', [{ id: '1', haveDetail: false }], false],
  ['with anchors below it', ['1', '2'].map((id) => ({ id, parentId: '1', haveDetail: false })), true],
  ['with the form', [{ id: '1', code: ' Apply ', haveDetail: false }], true],
  ['with contact details only', [{ id: '1', code: 'Contact Us', haveDetail: false }], false],
  ['below a fixed address', [{ id: 'Search' }, { id: '1', parentId: 'Search', haveDetail: false }], true],
])('decides if a menu item %s has a page: %s', (_name, items, isPage) => {
  const nodes = [...build(items).menu.byKey.values()];
  expect(nodes.find(({ id }) => id === '1')?.isPage).toBe(isPage);
});

it('finds a menu item by its code, ignoring whitespace but not case', () => {
  const { menu } = build([{ id: '1', code: ' Company\u3000Profile' }]);
  expect(nodeByCode(menu, 'Company  Profile')?.id).toBe('1');
  expect(nodeByCode(menu, 'company profile')).toBeUndefined();
  expect(nodeByCode(menu, undefined)).toBeUndefined();
});

it('falls back to the code for the name of a menu item', () => {
  const banner = { description: 'text', picUrl: '/p.jpg' };
  const { menu } = build([
    { id: '1', code: 'Mile\u00a0 stones', name: '甲', ...banner },
    { id: '2', code: 'Events\u00a0' },
  ]);
  expect(menu.header).toMatchObject([
    { code: 'Mile\u00a0 stones', name: '甲', kind: 'common', ...banner },
    { code: 'Events\u00a0', name: 'Events', kind: 'events' },
  ]);
});

describe('legal pages', () => {
  const items: Item[] = [
    { id: '1', code: 'Terms', sort: 4 },
    { id: '2', code: 'News', sort: 3 },
    { id: '3', code: 'Privacy Policy', haveDetail: false, sort: 2 },
    { id: '4', code: 'About Us', sort: 1 },
    { id: '5', parentId: '4', code: 'Legal Notice', haveDetail: false },
    { id: '6', code: 'Privacy', sort: 5 },
  ];
  const { menu } = build(items);

  it('lists legal pages in the footer instead of the header', () => {
    expect(menu.header.map(({ id }) => id)).toEqual(['4', '2']);
    expect(menu.footer.map(({ id, isPage }) => [id, isPage])).toEqual([
      ['3', true],
      ['1', true],
      ['6', true],
    ]);
  });

  it('uses the first privacy page as the privacy notice', () => {
    expect(menu.privacy?.id).toBe('3');
    expect(build([{ id: '1', code: 'Terms' }]).menu.privacy).toBeUndefined();
  });

  it('keeps a legal page below a parent in its place', () => {
    const child = nodeByCode(menu, 'Legal Notice');
    expect([child?.parent?.code, child?.isPage, child?.legal]).toEqual(['About Us', false, undefined]);
  });
});

type Raw = { id?: string; parentId?: string; children?: unknown };

/** Reads a menu item like the schema: an item without an id is not a record. */
const read = (raw: unknown): MenuRecord | undefined => {
  const { id, parentId } = (raw ?? {}) as Raw;
  return id === undefined ? undefined : { id, parentId, code: id, haveDetail: true };
};
/** Formats items as `id` or `id<parent`. */
const flat = (items: unknown[]) =>
  flattenMenu(items, read)
    .map(({ id, parentId }) => (parentId === undefined ? id : `${id}<${parentId}`))
    .join(' ');

it.each<[name: string, items: unknown[], expected: string]>([
  ['without items', [], ''],
  ['that is flat', [{ id: 'a' }, { id: 'b', parentId: 'a' }], 'a b<a'],
  [
    'that is nested',
    [{ id: 'a', children: [{ id: 'b', children: [{ id: 'c' }] }] }, { id: 'd' }],
    'a b<a c<b d',
  ],
  [
    'that is partly nested',
    [
      { id: 'a', children: [{ id: 'b' }] },
      { id: 'c', parentId: 'b' },
    ],
    'a b<a c<b',
  ],
  ['whose nesting contradicts parentId', [{ id: 'a', children: [{ id: 'b', parentId: 'z' }] }], 'a b<a'],
  [
    'whose children are no list',
    [
      { id: 'a', children: null },
      { id: 'c', children: { id: 'd' } },
    ],
    'a c',
  ],
  ['below a dropped item', [{ children: [{ id: 'b' }, { id: 'c', parentId: 'b' }] }], 'b c<b'],
  ['with items that are no records', [{ id: 'a' }, null, undefined, 'text', 7, [], {}, { id: 'b' }], 'a b'],
])('flattens a menu %s without changing the response', (_name, items, expected) => {
  const before = structuredClone(items);
  expect(flat(items)).toBe(expected);
  expect(items).toEqual(before);
});

it('flattens a menu of 3,000 levels', () => {
  let item: Raw = { id: '2999' };
  for (let level = 2998; level >= 0; level -= 1) item = { id: `${level}`, children: [item] };
  expect(flat([item])).toBe(
    Array.from({ length: 3000 }, (_, level) => (level ? `${level}<${level - 1}` : '0')).join(' '),
  );
});

const chineseRecords: MenuRecord[] = [
  { id: '1', code: 'About Us', haveDetail: true },
  { id: '2', parentId: '1', code: 'Company Profile', haveDetail: false },
  { id: '3', parentId: '1', code: '荣誉', haveDetail: true },
  { id: '4', code: 'News', haveDetail: true },
  { id: '5', parentId: '4', code: 'Group News', haveDetail: true },
  { id: '6', code: 'Contact', haveDetail: true },
];
const englishRecords: MenuRecord[] = [
  { id: '11', code: 'About Us', haveDetail: true },
  { id: '12', parentId: '11', code: 'Company Profile', haveDetail: true },
  { id: '15', code: 'Group News', haveDetail: true },
  { id: '16', code: 'Contact', haveDetail: false },
];
const chinese = buildMenu(chineseRecords, 'zh', []);
const english = buildMenu(englishRecords, 'en', []);

it.each([
  [[], 'home'],
  [['About-US'], 'page 1'],
  [['about-us', 'COMPANY-profile'], 'anchor 2'],
  [['about-us', '3'], 'page 3'],
  [['news', 'group-news', 'AbC'], 'article 5 AbC'],
  [['about-us', 'company-profile', '7'], 'article 2 7'],
  [['NEWS', 'a/b'], 'article 4 a/b'],
  [['unknown'], 'none'],
  [['unknown', '7'], 'none'],
  [['news', '7', '8'], 'none'],
  [['about-us/company-profile'], 'none'],
  [['constructor'], 'none'],
])('resolves the path %j to %s', (segments, expected) => {
  const found = resolvePath(chinese, segments);
  const parts = [found.kind, 'node' in found && found.node.id, 'id' in found && found.id];
  expect(parts.filter(Boolean).join(' ')).toBe(expected);
});

it.each([
  ['About Us', '11', '11', '11'],
  ['Company Profile', '12', '12', '12'],
  ['Group News', '15', '15', '15'],
  ['荣誉', undefined, undefined, '11'],
  ['News', undefined, undefined, undefined],
  ['Contact', '16', undefined, '16'],
])('finds the counterpart of %s, its page and the nearest counterpart', (code, item, page, nearest) => {
  const node = nodeByCode(chinese, code);
  const found = [counterpartIn, counterpartPageIn, nearestCounterpartIn].map(
    (find) => node && find(english, node),
  );
  expect(found.map((one) => one?.id)).toEqual([item, page, nearest]);
});
