import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../i18n/languages.ts';
import { buildMenu, type MenuNode, nodeByCode, pathKey } from './menu.ts';
import { type Fault, flattenMenu, type MenuRecord } from './menu-items.ts';

type Item = Partial<MenuRecord> & { id: string };

const record = (item: Item): MenuRecord => ({ code: `Code ${item.id}`, haveDetail: true, ...item });
const build = (items: Item[], language: Language = 'zh') => buildMenu(items.map(record), language);

const paths = (nodes: MenuNode[]): string[] => nodes.flatMap((node) => [node.path, ...paths(node.children)]);
const pathsOf = (items: Item[], language: Language = 'zh') => paths(build(items, language).menu.roots);
const faultsOf = (items: Item[], language: Language = 'zh') =>
  build(items, language).faults.map(({ record: id }) => id);

const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('the tree', () => {
  it.each<[name: string, items: Item[], expected: string[]]>([
    ['of nothing', [], []],
    ['of roots', [a, b], ['/code-a', '/code-b']],
    ['of a child behind its parent', [a, { ...b, parentId: 'a' }], ['/code-a', '/code-a/code-b']],
    ['of a child before its parent', [{ ...b, parentId: 'a' }, a], ['/code-a', '/code-a/code-b']],
    [
      'of three levels',
      [{ ...c, parentId: 'b' }, a, { ...b, parentId: 'a' }],
      ['/code-a', '/code-a/code-b', '/code-a/code-b/code-c'],
    ],
    [
      'of siblings in the order they came in',
      [a, { ...c, parentId: 'a' }, { ...b, parentId: 'a' }],
      ['/code-a', '/code-a/code-c', '/code-a/code-b'],
    ],
  ])('%s', (_name, items, expected) => {
    expect(pathsOf(items)).toEqual(expected);
    expect(faultsOf(items)).toEqual([]);
  });

  it('has the prefix of its language', () => {
    expect(pathsOf([a, { ...b, parentId: 'a' }], 'en')).toEqual(['/en/code-a', '/en/code-a/code-b']);
  });

  it('knows every item by key, and its parent', () => {
    const { menu } = build([a, { ...b, parentId: 'a' }], 'en');
    expect([...menu.byKey.keys()]).toEqual(['code-a', 'code-a/code-b']);
    expect(menu.byKey.get('code-a/code-b')?.parent).toBe(menu.byKey.get('code-a'));
  });

  it('is the same from a flat and from a nested answer', () => {
    const check = (raw: unknown): MenuRecord | Fault => record(raw as Item);
    const nested = flattenMenu([{ ...a, children: [{ ...b, children: [c] }] }], check).records;
    const flat = flattenMenu(
      [c, b, a].map((item, at) => ({ ...item, parentId: ['b', 'a'][at] })),
      check,
    ).records;
    expect(paths(buildMenu(nested, 'zh').menu.roots)).toEqual(paths(buildMenu(flat, 'zh').menu.roots));
  });
});

describe('what is wrong with parents is mended and told once', () => {
  it.each<[name: string, items: Item[], expected: string[], faults: string[]]>([
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
      'a branch that hangs on a cycle stays on it',
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
  ])('%s', (_name, items, expected, faults) => {
    expect(pathsOf(items)).toEqual(expected);
    expect(faultsOf(items)).toEqual(faults);
  });
});

describe('an id that stands twice', () => {
  it('belongs to the first item', () => {
    const items = [
      { id: 'a', code: 'First' },
      { id: 'a', code: 'Second' },
      { ...b, parentId: 'a' },
    ];
    expect(pathsOf(items)).toEqual(['/first', '/first/code-b']);
    expect(faultsOf(items)).toEqual(['a']);
  });
});

describe('a path segment', () => {
  it.each<[name: string, items: Item[], expected: string[], faults: string[]]>([
    ['is the slug of the code', [{ id: '1', code: ' Company\u00a0 Profile ' }], ['/company-profile'], []],
    ['is encoded', [{ id: '1', code: '公司简介' }], ['/%E5%85%AC%E5%8F%B8%E7%AE%80%E4%BB%8B'], []],
    ['of an empty slug is the id', [{ id: '7', code: '!!!' }], ['/7'], ['7']],
    ['of an empty slug is the id, encoded', [{ id: 'a/b', code: '?' }], ['/a%2Fb'], ['a/b']],
    [
      'of a later sibling has the id behind it',
      [
        { id: '1', code: 'News' },
        { id: '2', code: 'news!' },
      ],
      ['/news', '/news-2'],
      ['2'],
    ],
    [
      'of a third sibling too',
      [
        { id: '1', code: 'N' },
        { id: '2', code: 'N' },
        { id: '3', code: 'N' },
      ],
      ['/n', '/n-2', '/n-3'],
      ['2', '3'],
    ],
    [
      'is free even where the one with the id is taken',
      [
        { id: '1', code: 'N 3' },
        { id: '2', code: 'N' },
        { id: '3', code: 'N' },
      ],
      ['/n-3', '/n', '/n-3-2'],
      ['3'],
    ],
    [
      'of an id differs from a slug like it',
      [
        { id: '1', code: '7' },
        { id: '7', code: '!' },
      ],
      ['/7', '/7-7'],
      ['7', '7'],
    ],
    [
      'may stand again under another parent',
      [a, b, { id: '1', parentId: 'a', code: 'N' }, { id: '2', parentId: 'b', code: 'N' }],
      ['/code-a', '/code-a/n', '/code-b', '/code-b/n'],
      [],
    ],
    [
      'may be that of the parent',
      [
        { id: '1', code: 'N' },
        { id: '2', code: 'N', parentId: '1' },
      ],
      ['/n', '/n/n'],
      [],
    ],
    [
      'goes to the first by sort',
      [
        { id: '1', code: 'N', sort: 2 },
        { id: '2', code: 'N', sort: 1 },
      ],
      ['/n', '/n-1'],
      ['1'],
    ],
  ])('%s', (_name, items, expected, faults) => {
    const { menu, faults: told } = build(items);
    expect(paths(menu.roots)).toEqual(expected);
    expect(told.map((fault) => fault.record).sort()).toEqual(faults);
    expect(menu.byKey.size).toBe(items.length);
  });

  it('is made even of an id with half a character', () => {
    expect(build([{ id: '\ud83d', code: '!' }, a]).menu.roots).toHaveLength(2);
  });
});

describe('an address of the site', () => {
  it.each<[code: string, told: Record<Language, boolean>]>([
    ['Search', { zh: true, en: true }],
    ['SEARCH', { zh: true, en: true }],
    ['En', { zh: true, en: false }],
    ['ZH', { zh: true, en: false }],
    ['Healthz', { zh: true, en: false }],
    ['Readyz', { zh: true, en: false }],
    ['Metrics', { zh: true, en: false }],
    ['Articles', { zh: false, en: false }],
    ['Files', { zh: false, en: false }],
    ['Research', { zh: false, en: false }],
  ])('that %s meets is told of: %j', (code, told) => {
    for (const language of languages) {
      expect(faultsOf([{ id: '1', code }], language)).toEqual(told[language] ? ['1'] : []);
    }
  });

  it.each<[parent: string, child: string, told: Record<Language, boolean>]>([
    ['Articles', 'Seven', { zh: true, en: true }],
    ['Captcha', 'Audio', { zh: true, en: true }],
    ['Captcha', 'Image', { zh: true, en: false }],
    ['Files', 'Seven', { zh: true, en: false }],
    ['Media', 'Seven', { zh: true, en: false }],
    ['Assets', 'Seven', { zh: true, en: false }],
    ['Builds', 'Seven', { zh: true, en: false }],
    ['About', 'Search', { zh: false, en: false }],
  ])('that a child meets, %s / %s, is told of: %j', (parent, child, told) => {
    const items = [
      { id: '1', code: parent },
      { id: '2', code: child, parentId: '1' },
    ];
    for (const language of languages) expect(faultsOf(items, language)).toEqual(told[language] ? ['2'] : []);
  });

  it('that an id meets is told of', () => {
    const faults = build([{ id: 'robots.txt', code: '?' }]).faults.map(({ fault }) => fault);
    expect(faults).toContainEqual(expect.stringContaining('/robots.txt'));
  });

  it('leaves the rest of the menu as it is', () => {
    expect(pathsOf([{ id: '1', code: 'Search' }, a])).toEqual(['/search', '/code-a']);
  });
});

describe('the order', () => {
  it.each<[name: string, sorts: (number | undefined)[], expected: string]>([
    ['rises with sort', [3, 1, 2], '1 2 0'],
    ['is that of the answer for equal sort', [1, 1, 0, 1], '2 0 1 3'],
    ['keeps items without sort as they came in', [undefined, undefined, undefined], '0 1 2'],
    ['puts items without sort last', [undefined, 5, undefined, 1], '3 1 0 2'],
    ['knows sorts below zero and fractions', [0, -1, -0.5], '1 2 0'],
  ])('%s', (_name, sorts, expected) => {
    const items = sorts.map((sort, index) => ({ id: `${index}`, sort }));
    const children = [{ id: 'top' }, ...items.map((item) => ({ ...item, parentId: 'top' }))];
    expect(
      build(items)
        .menu.roots.map((node) => node.id)
        .join(' '),
    ).toBe(expected);
    expect(
      build(children)
        .menu.roots[0]?.children.map((node) => node.id)
        .join(' '),
    ).toBe(expected);
  });
});

describe('a page of its own', () => {
  const child = { id: '2', parentId: '1' };
  it.each<[name: string, items: Item[], isPage: boolean]>([
    ['belongs to an item with detail', [{ id: '1', haveDetail: true }], true],
    ['belongs to an item with children', [{ id: '1', haveDetail: false }, child], true],
    [
      'belongs to a parent of anchors',
      [
        { id: '1', haveDetail: false },
        { ...child, haveDetail: false },
      ],
      true,
    ],
    ['does not belong to an item with neither', [{ id: '1', haveDetail: false }], false],
    ['belongs to Application', [{ id: '1', code: 'Application', haveDetail: false }], true],
    ['belongs to Declare', [{ id: '1', code: 'declare', haveDetail: false }], true],
    ['belongs to Apply', [{ id: '1', code: ' Apply ', haveDetail: false }], true],
    ['does not belong to Contact Us', [{ id: '1', code: 'Contact Us', haveDetail: false }], false],
  ])('%s', (_name, items, isPage) => {
    expect(build(items).menu.roots[0]?.isPage).toBe(isPage);
  });
});

describe('an item', () => {
  it('is found by its code, white space apart, in the letters it has', () => {
    const { menu } = build([{ id: '1', code: ' Company\u3000Profile' }]);
    expect(nodeByCode(menu, 'Company  Profile')?.id).toBe('1');
    expect(nodeByCode(menu, 'company profile')).toBeUndefined();
    expect(nodeByCode(menu, undefined)).toBeUndefined();
  });

  it('of a code that stands twice is the first in the menu', () => {
    const { menu } = build([
      { id: '1', code: 'N', sort: 2 },
      { id: '2', code: 'N', sort: 1 },
    ]);
    expect(nodeByCode(menu, 'N')?.id).toBe('2');
  });

  it('keeps its code as written and is named by its name, else by its code', () => {
    const { menu } = build([
      { id: '1', code: 'A\u00a0 B', name: '甲' },
      { id: '2', code: 'C\u00a0 D' },
    ]);
    expect(menu.roots.map(({ code, name }) => [code, name])).toEqual([
      ['A\u00a0 B', '甲'],
      ['C\u00a0 D', 'C D'],
    ]);
  });

  it('has the slug of its code as anchor, or its id', () => {
    const { menu } = build([
      { id: '1', code: 'Company Profile' },
      { id: '2', code: '!' },
    ]);
    expect(menu.roots.map((node) => node.anchor)).toEqual(['company-profile', '2']);
  });

  it('carries banner and section', () => {
    const { menu } = build([{ id: '1', code: 'Milestones', description: 'text', picUrl: '/p.jpg' }]);
    expect(menu.roots[0]).toMatchObject({ kind: 'events', description: 'text', picUrl: '/p.jpg' });
  });
});

describe('a key', () => {
  it.each([
    [['About-Us', 'X'], 'about-us/x'],
    [['a/b'], 'a%2Fb'],
    [['新闻'], '%E6%96%B0%E9%97%BB'],
    [[], ''],
  ])('of %j is %s', (segments, expected) => {
    expect(pathKey(segments)).toBe(expected);
  });
});

const chain = (length: number): Item[] =>
  Array.from({ length }, (_, at) => ({
    id: `${at}`,
    code: `L${at}`,
    parentId: at === 0 ? undefined : `${at - 1}`,
  }));

/** Every second, then the rest, from the end: neither parents first nor children first. */
const shuffled = (items: Item[]): Item[] =>
  [...items.filter((_, at) => at % 2), ...items.filter((_, at) => at % 2 === 0)].reverse();

const depthOf = (node: MenuNode | undefined): number => {
  let depth = 0;
  for (let above = node; above; above = above.parent) depth += 1;
  return depth;
};

describe('a menu 3,000 levels deep', () => {
  it.each<[name: string, items: Item[]]>([
    ['parents first', chain(3000)],
    ['children first', chain(3000).reverse()],
    ['shuffled', shuffled(chain(3000))],
  ])('is built from a flat answer, %s', (_name, items) => {
    const { menu, faults } = build(items);
    expect(depthOf(nodeByCode(menu, 'L2999'))).toBe(3000);
    expect(faults).toEqual([]);
  });

  it('is built from a nested answer', () => {
    let item: object = { id: '2999' };
    for (let level = 2998; level >= 0; level -= 1) item = { id: `${level}`, children: [item] };
    const { records } = flattenMenu([item], (raw) => record({ id: (raw as Item).id }));
    expect(depthOf(nodeByCode(buildMenu(records, 'zh').menu, 'Code 2999'))).toBe(3000);
  });

  it('in one cycle is cut once', () => {
    const [first, ...rest] = chain(3000);
    const { menu, faults } = build([{ ...first, id: '0', parentId: '2999' }, ...rest]);
    expect(faults).toHaveLength(1);
    expect(menu.byKey.size).toBe(3000);
  });
});

describe('a menu of 2,000 items is built in less than 50 ms', () => {
  const RUNS = 20;
  const many = (parentOf: (at: number) => string | undefined, code = (at: number) => `Item ${at}`): Item[] =>
    Array.from({ length: 2000 }, (_, at) => ({ id: `${at}`, code: code(at), parentId: parentOf(at) }));

  it.each<[name: string, items: Item[]]>([
    ['as a tree', many((at) => (at < 10 ? undefined : `${Math.floor(at / 10)}`))],
    ['as siblings', many(() => undefined)],
    [
      'as siblings of one slug',
      many(
        () => undefined,
        () => 'News',
      ),
    ],
    ['as a tree, children first', many((at) => (at < 10 ? undefined : `${Math.floor(at / 10)}`)).reverse()],
    ['as a chain', chain(2000)],
  ])('%s', (_name, items) => {
    const records = items.map(record);
    const times = Array.from({ length: RUNS }, () => {
      const start = performance.now();
      buildMenu(records, 'zh');
      return performance.now() - start;
    }).sort((x, y) => x - y);
    expect(times[RUNS / 2]).toBeLessThan(50);
  });
});
