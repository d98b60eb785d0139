import { expect, it } from 'vitest';
import { NOW, quotaOf, testStore, twoMachines } from './testing/index.ts';

const MINUTE_MS = 60_000;

it('counts concurrent hits of all processes by key', async () => {
  const stores = await twoMachines();
  const counts = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      stores[at % 2 ? 1 : 0].rateCounters.increment('one', MINUTE_MS, NOW + at),
    ),
  );
  const hits = counts.map((count) => count.hits);
  expect(hits.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(counts.map(({ resetsAt }) => resetsAt)).size).toBe(1);
  expect(await stores[0].rateCounters.increment('other', MINUTE_MS, NOW)).toMatchObject({ hits: 1 });
});

it('restarts a rate counter after its window', async () => {
  const { rateCounters } = await testStore();
  await rateCounters.increment('key', MINUTE_MS, NOW);
  const [inside, after] = [
    await rateCounters.increment('key', MINUTE_MS, NOW + MINUTE_MS - 1),
    await rateCounters.increment('key', MINUTE_MS, NOW + MINUTE_MS),
  ];
  expect(inside).toEqual({ hits: 2, resetsAt: NOW + MINUTE_MS });
  expect(after).toEqual({ hits: 1, resetsAt: NOW + 2 * MINUTE_MS });
});

it('a shared quota that neighbours have used up does not refuse a draft older than its window', async () => {
  const { rateCounters } = await testStore();
  const shared = quotaOf({ key: 'address', max: 2 });
  for (const at of [0, 1]) expect(await rateCounters.take([shared], NOW + at, NOW + at)).toBe(true);
  const take = (createdAt: number) =>
    rateCounters.take([quotaOf({ key: 'session', isShared: false }), shared], createdAt, NOW + 2);
  expect(await take(NOW)).toBe(false);
  expect(await take(NOW - 1)).toBe(true);
  expect(await take(NOW - 1)).toBe(false);
});
