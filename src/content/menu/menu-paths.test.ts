import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../i18n/languages.ts';
import { buildMenu } from './build-menu.ts';
import { type MenuNode, pathKey } from './menu.ts';
import type { MenuRecord, RecordProblem } from './menu-items.ts';

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
const [a, b] = [{ id: 'a' }, { id: 'b' }];

describe('path segments', () => {
  it.each<[name: string, items: Item[], expected: string[], problems: string[]]>([
    ['the slug of the code', [{ id: '1', code: ' Company\u00a0 Profile ' }], ['/company-profile'], ['1']],
    ['the id if the code has no Latin letter or digit', [{ id: '1', code: '公司简介' }], ['/1'], ['1']],
    ['the id if the slug is empty', [{ id: '7', code: '!!!' }], ['/7'], ['7']],
    ['the encoded id if the slug is empty', [{ id: 'a/b', code: '?' }], ['/a%2Fb'], ['a/b']],
    [
      'the slug and the id for a later sibling with the same slug',
      [
        { id: '1', code: 'News' },
        { id: '2', code: 'news!' },
      ],
      ['/news', '/news-2'],
      ['2'],
    ],
    [
      'the slug and the id for a third sibling, too',
      [
        { id: '1', code: 'N' },
        { id: '2', code: 'N' },
        { id: '3', code: 'N' },
      ],
      ['/n', '/n-2', '/n-3'],
      ['2', '3'],
    ],
    [
      'a free one if that with the id is taken',
      [
        { id: '1', code: 'N 3' },
        { id: '2', code: 'N' },
        { id: '3', code: 'N' },
      ],
      ['/n-3', '/n', '/n-3-2'],
      ['3'],
    ],
    [
      'a different one if the id equals a slug',
      [
        { id: '1', code: '7' },
        { id: '7', code: '!' },
      ],
      ['/7', '/7-7'],
      ['7', '7'],
    ],
    [
      'the same slug under another parent',
      [a, b, { id: '1', parentId: 'a', code: 'N' }, { id: '2', parentId: 'b', code: 'N' }],
      ['/code-a', '/code-a/n', '/code-b', '/code-b/n'],
      [],
    ],
    [
      'the same slug as the parent',
      [
        { id: '1', code: 'N' },
        { id: '2', code: 'N', parentId: '1' },
      ],
      ['/n', '/n/n'],
      [],
    ],
    [
      'the slug for the first sibling by sort',
      [
        { id: '1', code: 'N', sort: 2 },
        { id: '2', code: 'N', sort: 1 },
      ],
      ['/n', '/n-1'],
      ['1'],
    ],
  ])('builds a path segment: %s', (_name, items, expected, problems) => {
    const { menu, problems: told } = build(items);
    expect(paths(menu.header)).toEqual(expected);
    expect(told.map((problem) => problem.record).sort()).toEqual(problems);
    expect(menu.byKey.size).toBe(items.length);
  });

  it('builds a path from an id with half of a surrogate pair', () => {
    expect(build([{ id: '\ud83d', code: '!' }, a]).menu.header).toHaveLength(2);
  });
});

describe('menu items on fixed addresses', () => {
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
  ])('reports an item with the code %s that has a fixed address: %j', (code, told) => {
    for (const language of languages) {
      expect(problemsOf([{ id: '1', code }], language)).toEqual(told[language] ? ['1'] : []);
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
  ])('reports a child %s / %s that has a fixed address: %j', (parent, child, told) => {
    const items = [
      { id: '1', code: parent },
      { id: '2', code: child, parentId: '1' },
    ];
    for (const language of languages)
      expect(problemsOf(items, language)).toEqual(told[language] ? ['2'] : []);
  });

  it('reports an item whose id gives it a fixed address', () => {
    const problems = build([{ id: 'robots.txt', code: '?' }]).problems.map(({ problem }) => problem);
    expect(problems).toContainEqual(expect.stringContaining('/robots.txt'));
  });

  it('keeps the other items of a menu with an item on a fixed address', () => {
    expect(pathsOf([{ id: '1', code: 'Search' }, a])).toEqual(['/search', '/code-a']);
  });
});

describe('path keys', () => {
  it.each([
    [['About-Us', 'X'], 'about-us/x'],
    [['a/b'], 'a%2Fb'],
    [['新闻'], '%E6%96%B0%E9%97%BB'],
    [[], ''],
  ])('builds the key of the path %j as %s', (segments, expected) => {
    expect(pathKey(segments)).toBe(expected);
  });
});
