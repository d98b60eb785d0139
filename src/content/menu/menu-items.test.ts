import { expect, it } from 'vitest';
import { flattenMenu, type MenuRecord } from './menu-items.ts';

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
