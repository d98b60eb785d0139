import { describe, expect, it } from 'vitest';
import type { Language } from '../../i18n/languages.ts';
import { buildMenu } from './build-menu.ts';
import { type MenuNode, nodeByCode } from './menu.ts';
import { flattenMenu, type MenuRecord, type RecordProblem } from './menu-items.ts';

type Item = Partial<MenuRecord> & { id: string };

const record = (item: Item): MenuRecord => ({ code: `Code ${item.id}`, haveDetail: true, ...item });
const build = (items: Item[], language: Language = 'zh') => {
  const problems: RecordProblem[] = [];
  return { menu: buildMenu(items.map(record), language, problems), problems };
};

const paths = (nodes: MenuNode[]): string[] => nodes.flatMap((node) => [node.path, ...paths(node.children)]);
const pathsOf = (items: Item[], language: Language = 'zh') => paths(build(items, language).menu.header);
const problemsOf = (items: Item[], language: Language = 'zh') =>
  build(items, language).problems.map(({ record: id }) => id);

const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('the tree', () => {
  it.each<[name: string, items: Item[], expected: string[]]>([
    ['without items', [], []],
    ['of roots', [a, b], ['/code-a', '/code-b']],
    ['of a child behind its parent', [a, { ...b, parentId: 'a' }], ['/code-a', '/code-a/code-b']],
    ['of a child before its parent', [{ ...b, parentId: 'a' }, a], ['/code-a', '/code-a/code-b']],
    [
      'of three levels',
      [{ ...c, parentId: 'b' }, a, { ...b, parentId: 'a' }],
      ['/code-a', '/code-a/code-b', '/code-a/code-b/code-c'],
    ],
    [
      'of siblings in the order of the response',
      [a, { ...c, parentId: 'a' }, { ...b, parentId: 'a' }],
      ['/code-a', '/code-a/code-c', '/code-a/code-b'],
    ],
  ])('builds a tree %s', (_name, items, expected) => {
    expect(pathsOf(items)).toEqual(expected);
    expect(problemsOf(items)).toEqual([]);
  });

  it('adds the language prefix to every path', () => {
    expect(pathsOf([a, { ...b, parentId: 'a' }], 'en')).toEqual(['/en/code-a', '/en/code-a/code-b']);
  });

  it('finds every item and its parent by the key of its path', () => {
    const { menu } = build([a, { ...b, parentId: 'a' }], 'en');
    expect([...menu.byKey.keys()]).toEqual(['code-a', 'code-a/code-b']);
    expect(menu.byKey.get('code-a/code-b')?.parent).toBe(menu.byKey.get('code-a'));
  });

  it('builds the same tree from a flat and from a nested response', () => {
    const read = (raw: unknown): MenuRecord => record(raw as Item);
    const nested = flattenMenu([{ ...a, children: [{ ...b, children: [c] }] }], read);
    const flat = flattenMenu(
      [c, b, a].map((item, at) => ({ ...item, parentId: ['b', 'a'][at] })),
      read,
    );
    expect(paths(buildMenu(nested, 'zh', []).header)).toEqual(paths(buildMenu(flat, 'zh', []).header));
  });
});

describe('repairs of parents', () => {
  it.each<[name: string, items: Item[], expected: string[], problems: string[]]>([
    ['an orphan becomes a root', [a, { ...b, parentId: 'x' }], ['/code-a', '/code-b'], ['b']],
    [
      'an orphan keeps its children',
      [
        { ...a, parentId: 'x' },
        { ...b, parentId: 'a' },
      ],
      ['/code-a', '/code-a/code-b'],
      ['a'],
    ],
    ['an item that is its own parent becomes a root', [{ ...a, parentId: 'a' }], ['/code-a'], ['a']],
    [
      'a cycle of two is cut where it closes',
      [
        { ...a, parentId: 'b' },
        { ...b, parentId: 'a' },
      ],
      ['/code-b', '/code-b/code-a'],
      ['b'],
    ],
    [
      'a cycle of three is cut where it closes',
      [
        { ...a, parentId: 'b' },
        { ...b, parentId: 'c' },
        { ...c, parentId: 'a' },
      ],
      ['/code-c', '/code-c/code-b', '/code-c/code-b/code-a'],
      ['c'],
    ],
    [
      'a branch below a cycle stays below it',
      [
        { ...a, parentId: 'b' },
        { ...b, parentId: 'a' },
        { ...c, parentId: 'a' },
      ],
      ['/code-b', '/code-b/code-a', '/code-b/code-a/code-c'],
      ['b'],
    ],
    [
      'two cycles are cut apart',
      [
        { ...a, parentId: 'a' },
        { ...b, parentId: 'c' },
        { ...c, parentId: 'b' },
      ],
      ['/code-a', '/code-c', '/code-c/code-b'],
      ['a', 'c'],
    ],
  ])('repairs parents and reports it once: %s', (_name, items, expected, problems) => {
    expect(pathsOf(items)).toEqual(expected);
    expect(problemsOf(items)).toEqual(problems);
  });
});

describe('duplicate ids', () => {
  it('uses the first of two items with one id', () => {
    const items = [
      { id: 'a', code: 'First' },
      { id: 'a', code: 'Second' },
      { ...b, parentId: 'a' },
    ];
    expect(pathsOf(items)).toEqual(['/first', '/first/code-b']);
    expect(problemsOf(items)).toEqual(['a']);
  });
});

describe('the order of siblings', () => {
  it.each<[name: string, sorts: (number | undefined)[], expected: string]>([
    ['by rising sort', [3, 1, 2], '1 2 0'],
    ['in the order of the response for equal sort', [1, 1, 0, 1], '2 0 1 3'],
    ['in the order of the response without sort', [undefined, undefined, undefined], '0 1 2'],
    ['items without sort last', [undefined, 5, undefined, 1], '3 1 0 2'],
    ['by negative and fractional sort', [0, -1, -0.5], '1 2 0'],
  ])('sorts siblings: %s', (_name, sorts, expected) => {
    const items = sorts.map((sort, index) => ({ id: `${index}`, sort }));
    const children = [{ id: 'top' }, ...items.map((item) => ({ ...item, parentId: 'top' }))];
    expect(
      build(items)
        .menu.header.map((node) => node.id)
        .join(' '),
    ).toBe(expected);
    expect(
      build(children)
        .menu.header[0]?.children.map((node) => node.id)
        .join(' '),
    ).toBe(expected);
  });
});

describe('items with a page', () => {
  const child = { id: '2', parentId: '1' };
  it.each<[name: string, items: Item[], isPage: boolean]>([
    ['yes with detail', [{ id: '1', haveDetail: true }], true],
    ['yes with children', [{ id: '1', haveDetail: false }, child], true],
    [
      'yes with anchors below it',
      [
        { id: '1', haveDetail: false },
        { ...child, haveDetail: false },
      ],
      true,
    ],
    ['no with neither', [{ id: '1', haveDetail: false }], false],
    ['yes for Application', [{ id: '1', code: 'Application', haveDetail: false }], true],
    ['yes for Declare', [{ id: '1', code: 'declare', haveDetail: false }], true],
    ['yes for Apply', [{ id: '1', code: ' Apply ', haveDetail: false }], true],
    ['no for Contact Us', [{ id: '1', code: 'Contact Us', haveDetail: false }], false],
  ])('decides if an item has a page: %s', (_name, items, isPage) => {
    expect(build(items).menu.header[0]?.isPage).toBe(isPage);
  });
});

describe('menu items', () => {
  it('finds an item by its code, ignoring white space but not case', () => {
    const { menu } = build([{ id: '1', code: ' Company\u3000Profile' }]);
    expect(nodeByCode(menu, 'Company  Profile')?.id).toBe('1');
    expect(nodeByCode(menu, 'company profile')).toBeUndefined();
    expect(nodeByCode(menu, undefined)).toBeUndefined();
  });

  it('finds the first of two items with one code', () => {
    const { menu } = build([
      { id: '1', code: 'N', sort: 2 },
      { id: '2', code: 'N', sort: 1 },
    ]);
    expect(nodeByCode(menu, 'N')?.id).toBe('2');
  });

  it('keeps the code as written and falls back to it for the name', () => {
    const { menu } = build([
      { id: '1', code: 'A\u00a0 B', name: '甲' },
      { id: '2', code: 'C\u00a0 D' },
    ]);
    expect(menu.header.map(({ code, name }) => [code, name])).toEqual([
      ['A\u00a0 B', '甲'],
      ['C\u00a0 D', 'C D'],
    ]);
  });

  it('uses the slug of the code as anchor, or the id', () => {
    const { menu } = build([
      { id: '1', code: 'Company Profile' },
      { id: '2', code: '!' },
      { id: '3', code: '公司简介' },
    ]);
    expect(menu.header.map((node) => node.anchor)).toEqual(['company-profile', '2', '3']);
  });

  it('gives an item its own anchor if a sibling has the same slug', () => {
    const { menu } = build([
      { id: '1', code: 'C' },
      { id: '2', code: 'C++' },
      { id: '3', code: 'C#' },
    ]);
    expect(menu.header.map((node) => node.anchor)).toEqual(['c', 'c-2', 'c-3']);
  });

  it('copies banner and section to the item', () => {
    const { menu } = build([{ id: '1', code: 'Milestones', description: 'text', picUrl: '/p.jpg' }]);
    expect(menu.header[0]).toMatchObject({ kind: 'events', description: 'text', picUrl: '/p.jpg' });
  });
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
  const codesOf = (nodes: MenuNode[]) => nodes.map(({ code }) => code);

  it('puts legal pages into the footer instead of the header, both in menu order', () => {
    expect(codesOf(menu.header)).toEqual(['About Us', 'News']);
    expect(codesOf(menu.footer)).toEqual(['Privacy Policy', 'Terms', 'Privacy']);
  });

  it('gives a legal page its own page, whatever haveDetail says', () => {
    expect(menu.footer.map(({ isPage }) => isPage)).toEqual([true, true, true]);
  });

  it('uses the first privacy page as the privacy notice', () => {
    expect(menu.privacy?.id).toBe('3');
    expect(build([{ id: '1', code: 'Terms' }]).menu.privacy).toBeUndefined();
  });

  it('leaves a legal page that is not a root in its place, also as an anchor', () => {
    const child = nodeByCode(menu, 'Legal Notice');
    expect([child?.parent?.code, child?.isPage, child?.legal]).toEqual(['About Us', false, undefined]);
  });
});
