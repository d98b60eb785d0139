import { describe, expect, it } from 'vitest';
import { buildMenu } from './build-menu.ts';
import { type MenuNode, nodeByCode } from './menu.ts';
import { flattenMenu, type MenuRecord, type RecordProblem } from './menu-items.ts';

type Item = Partial<MenuRecord> & { id: string };

const record = (item: Item): MenuRecord => ({ code: `Code ${item.id}`, haveDetail: true, ...item });
const build = (items: Item[]) => {
  const problems: RecordProblem[] = [];
  return { menu: buildMenu(items.map(record), 'zh', problems), problems };
};

const chain = (length: number): Item[] =>
  Array.from({ length }, (_, at) => ({
    id: `${at}`,
    code: `L${at}`,
    parentId: at === 0 ? undefined : `${at - 1}`,
  }));

/** Every second item from the end, then the others: neither parents nor children first. */
const shuffled = (items: Item[]): Item[] =>
  [...items.filter((_, at) => at % 2), ...items.filter((_, at) => at % 2 === 0)].reverse();

const depthOf = (node: MenuNode | undefined): number => {
  let depth = 0;
  for (let above = node; above; above = above.parent) depth += 1;
  return depth;
};

describe('a menu with 3,000 levels', () => {
  it.each<[name: string, items: Item[]]>([
    ['parents first', chain(3000)],
    ['children first', chain(3000).reverse()],
    ['shuffled', shuffled(chain(3000))],
  ])('builds 3,000 levels from a flat response with %s', (_name, items) => {
    const { menu, problems } = build(items);
    expect(depthOf(nodeByCode(menu, 'L2999'))).toBe(3000);
    expect(problems).toEqual([]);
  });

  it('builds 3,000 levels from a nested response', () => {
    let item: object = { id: '2999' };
    for (let level = 2998; level >= 0; level -= 1) item = { id: `${level}`, children: [item] };
    const records = flattenMenu([item], (raw) => record({ id: (raw as Item).id }));
    expect(depthOf(nodeByCode(buildMenu(records, 'zh', []), 'Code 2999'))).toBe(3000);
  });

  it('cuts a cycle of 3,000 items once', () => {
    const [first, ...rest] = chain(3000);
    const { menu, problems } = build([{ ...first, id: '0', parentId: '2999' }, ...rest]);
    expect(problems).toHaveLength(1);
    expect(menu.byKey.size).toBe(3000);
  });
});

describe('a menu with 2,000 items', () => {
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
  ])('builds 2,000 items %s in less than 50 ms', (_name, items) => {
    const records = items.map(record);
    const times = Array.from({ length: RUNS }, () => {
      const start = performance.now();
      buildMenu(records, 'zh', []);
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });
});
