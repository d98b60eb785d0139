import { describe, expect, it } from 'vitest';
import { flattenMenu, type MenuRecord } from './menu-items.ts';

type Raw = { id?: string; parentId?: string; children?: unknown };

/** Reads a menu item like the schema: an item without id is not a record. */
const read = (raw: unknown): MenuRecord | undefined => {
  const { id, parentId } = (raw ?? {}) as Raw;
  return id === undefined ? undefined : { id, parentId, code: id, haveDetail: true };
};

const flat = (items: unknown[]) => flattenMenu(items, read).map(({ id, parentId }) => [id, parentId ?? null]);

describe('flattenMenu', () => {
  it.each<[name: string, items: unknown[], expected: [string, string | null][]]>([
    ['without items', [], []],
    [
      'that is flat',
      [{ id: 'a' }, { id: 'b', parentId: 'a' }],
      [
        ['a', null],
        ['b', 'a'],
      ],
    ],
    [
      'that is nested',
      [{ id: 'a', children: [{ id: 'b', children: [{ id: 'c' }] }] }, { id: 'd' }],
      [
        ['a', null],
        ['b', 'a'],
        ['c', 'b'],
        ['d', null],
      ],
    ],
    [
      'that is partly nested',
      [
        { id: 'a', children: [{ id: 'b' }] },
        { id: 'c', parentId: 'b' },
      ],
      [
        ['a', null],
        ['b', 'a'],
        ['c', 'b'],
      ],
    ],
    [
      'whose nesting contradicts parentId',
      [{ id: 'a', children: [{ id: 'b', parentId: 'z' }] }],
      [
        ['a', null],
        ['b', 'a'],
      ],
    ],
    ['with children that are null', [{ id: 'a', children: null }], [['a', null]]],
    [
      'with children that are not a list',
      [
        { id: 'a', children: 'b' },
        { id: 'c', children: { id: 'd' } },
      ],
      [
        ['a', null],
        ['c', null],
      ],
    ],
    [
      'below a dropped item',
      [{ children: [{ id: 'b' }, { id: 'c', parentId: 'b' }] }],
      [
        ['b', null],
        ['c', 'b'],
      ],
    ],
  ])('flattens a menu %s', (_name, items, expected) => {
    expect(flat(items)).toEqual(expected);
  });

  it.each([null, undefined, 'text', 7, [], {}])('drops %j from a menu and keeps the rest', (bad) => {
    expect(flat([{ id: 'a' }, bad, { id: 'b' }])).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  it('leaves the backend’s response unchanged', () => {
    const items = [{ id: 'a', children: [{ id: 'b' }, { id: 'c' }] }];
    const before = structuredClone(items);
    flattenMenu(items, read);
    expect(items).toEqual(before);
  });

  it('flattens 3,000 levels', () => {
    let item: Raw = { id: '2999' };
    for (let level = 2998; level >= 0; level -= 1) item = { id: `${level}`, children: [item] };
    expect(flat([item])).toEqual(
      Array.from({ length: 3000 }, (_, level) => [`${level}`, level ? `${level - 1}` : null]),
    );
  });
});
