import { expect, it } from 'vitest';
import { type Language, languages } from '../../i18n/languages.ts';
import { buildMenu } from './build-menu.ts';
import {
  ancestorsOf,
  findCounterpart,
  findCounterpartPage,
  findMenuItem,
  findNearestCounterpart,
  flattenMenu,
  type MenuItem,
  type MenuRecord,
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

it.each([
  ['', '', ''],
  ['a b', '/a /b', ''],
  ['c<b a b<a', '/a /a/b /a/b/c', ''],
  ['a b<x', '/a /b', 'b'],
  ['a<b b<c c<a', '/c /c/b /c/b/a', 'c'],
  ['a:First a:Second b<a', '/first /first/b', 'a'],
])('builds the menu items %j into the tree %j with the repairs %j', (items, expected, problems) => {
  expect(pathsOf(items)).toBe(expected);
  expect(problemsOf(items).join(' ')).toBe(problems);
});

it.each<[name: string, sorts: (number | undefined)[], expected: string]>([
  ['by rising sort', [3, 1, 2], '1 2 0'],
  ['without sort last', [undefined, 5, undefined, 1], '3 1 0 2'],
])('sorts sibling menu items %s', (_name, sorts, expected) => {
  const items = sorts.map((sort, index) => ({ id: `${index}`, sort, parentId: 'top' }));
  const [top] = build([{ id: 'top' }, ...items]).menu.header;
  expect(top?.children.map((node) => node.id).join(' ')).toBe(expected);
});

it('builds a menu with a cycle of 3,000 levels', () => {
  const chain = Array.from({ length: 3000 }, (_, at): Item => ({ id: `l${at}`, parentId: `l${at - 1}` }));
  const shuffled = [...chain.filter((_, at) => at % 2), ...chain.filter((_, at) => at % 2 === 0)].reverse();
  for (const items of [chain, shuffled])
    expect(ancestorsOf(findMenuItem(build(items).menu, 'l2999'))).toHaveLength(3000);
  const { menu, problems } = build([{ id: 'l0', parentId: 'l2999' }, ...chain.slice(1)]);
  expect([problems.length, menu.byKey.size]).toEqual([1, 3000]);
});

it.each<[name: string, items: string | Item[], expected: string, problems: string]>([
  ['the slug of the code', [{ id: '1', code: ' Company\u00a0 Profile ' }], '/company-profile', '1'],
  ['the id if the slug is empty', '1:公司简介 7:!!!', '/1 /7', '1 7'],
  [
    'the slug with the id for later siblings with one slug',
    '1:News 2:news! 3:N 4:NEWS',
    '/news /news-2 /n /news-4',
    '2 4',
  ],
])('chooses the path segment of a menu item: %s', (_name, items, expected, problems) => {
  expect(pathsOf(items)).toBe(expected);
  expect(problemsOf(items).join(' ')).toBe(problems);
});

it('uses the path segment as the anchor', () => {
  const { menu } = build('1:C 2:C++ 3:公司 4:Company_Profile');
  expect(menu.header.map((node) => node.anchor)).toEqual(['c', 'c-2', '3', 'company-profile']);
});

it.each<[items: string, told: Record<Language, boolean>]>([
  ['1:SEARCH', { zh: true, en: true }],
  ['1:En', { zh: true, en: false }],
  ['0:Articles 1:Seven<0', { zh: true, en: true }],
  ['0:Qr 1:Seven<0', { zh: true, en: false }],
])('reports that a path of the site shadows the menu items %s: %j', (items, told) => {
  for (const language of languages) {
    const { menu, problems } = build(items, language);
    expect(problems.map(({ record: id }) => id)).toEqual(told[language] ? ['1'] : []);
    expect([...menu.byKey.values()].at(-1)?.isShadowed).toBe(told[language]);
  }
});

it.each<[name: string, items: Item[], isPage: boolean]>([
  ['with detail', [{ id: '1' }], true],
  ['with anchors below it', ['1', '2'].map((id) => ({ id, parentId: '1', haveDetail: false })), true],
  ['with the form', [{ id: '1', code: ' Apply ', haveDetail: false }], true],
  ['below a shadowed item', [{ id: 'Search' }, { id: '1', parentId: 'Search', haveDetail: false }], true],
])('decides if a menu item %s has a page: %s', (_name, items, isPage) => {
  const nodes = [...build(items).menu.byKey.values()];
  expect(nodes.find(({ id }) => id === '1')?.isPage).toBe(isPage);
});

it('finds a menu item by its code, ignoring whitespace but not case', () => {
  const { menu } = build([{ id: '1', code: ' Company\u3000Profile' }]);
  expect(findMenuItem(menu, 'Company  Profile')?.id).toBe('1');
  expect(findMenuItem(menu, 'company profile')).toBeUndefined();
  expect(findMenuItem(menu, undefined)).toBeUndefined();
});

const legalItems: Item[] = [
  { id: '1', code: 'Terms', sort: 4 },
  { id: '2', code: 'News', sort: 3 },
  { id: '3', code: 'Privacy Policy', haveDetail: false, sort: 2 },
  { id: '4', code: 'About Us', sort: 1 },
  { id: '5', parentId: '4', code: 'Legal Notice', haveDetail: false },
  { id: '6', code: 'Privacy', sort: 5 },
];
const legal = build(legalItems).menu;

it('lists legal pages in the footer instead of the header', () => {
  expect(legal.header.map(({ id }) => id)).toEqual(['4', '2']);
  expect(legal.footer.map(({ id, isPage }) => [id, isPage])).toEqual([
    ['3', true],
    ['1', true],
    ['6', true],
  ]);
});

it('uses the first privacy page as the privacy notice', () => {
  expect(legal.privacy?.id).toBe('3');
  expect(build([{ id: '1', code: 'Terms' }]).menu.privacy).toBeUndefined();
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
  [['news', 'group-news', 'AbC'], 'article'],
  [['about-us', 'company-profile', '7'], 'article'],
  [['unknown'], 'none'],
  [['news', '7', '8'], 'none'],
])('resolves the path %j to %s', (segments, expected) => {
  const found = resolvePath(chinese, segments);
  expect('node' in found ? `${found.kind} ${found.node.id}` : found.kind).toBe(expected);
});

it('does not resolve the path of an item that a path of the site shadows', () => {
  const { menu } = build('1:Healthz 2:Deep<1');
  expect(resolvePath(menu, ['healthz']).kind).toBe('none');
  expect(resolvePath(menu, ['healthz', 'deep'])).toMatchObject({ kind: 'page', node: { id: '2' } });
});

it.each([
  ['About Us', '11', '11', '11'],
  ['Company Profile', '12', '12', '12'],
  ['荣誉', undefined, undefined, '11'],
  ['Contact', '16', undefined, '16'],
])('finds the counterpart of %s, its page and the nearest counterpart', (code, item, page, nearest) => {
  const node = findMenuItem(chinese, code);
  const found = [findCounterpart, findCounterpartPage, findNearestCounterpart].map(
    (find) => node && find(english, node),
  );
  expect(found.map((one) => one?.id)).toEqual([item, page, nearest]);
});

it('uses the first of several menu items with one code or with contact details', () => {
  const { menu } = build('1:News 2:A 3:News<2 4:Contact 5:Contact_Us');
  expect([findMenuItem(menu, 'News')?.id, menu.contact?.id]).toEqual(['1', '4']);
});

it('finds no counterpart at a path that the site reserves', () => {
  const [node] = build('1:Healthz', 'en').menu.header;
  expect(node && findCounterpartPage(build('2:Healthz').menu, node)).toBeUndefined();
});
