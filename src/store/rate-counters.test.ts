import { describe, expect, it } from 'vitest';
import { NOW, temporaryFolder, testStore } from './testing/index.ts';

const MINUTE_MS = 60_000;

describe('rate counters', () => {
  it('are shared by all processes and separate per key', async () => {
    const folder = await temporaryFolder();
    const stores = [await testStore(folder), await testStore(folder)];
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        stores[at % 2]?.rateCounters.increment('one', MINUTE_MS, NOW + at),
      ),
    );
    expect(counts.map((count) => count?.hits).sort((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
    expect(new Set(counts.map((count) => count?.resetsAt)).size).toBe(1);
    expect((await stores[0]?.rateCounters.increment('other', MINUTE_MS, NOW))?.hits).toBe(1);
  });

  it('restart after their window', async () => {
    const { rateCounters } = await testStore();
    await rateCounters.increment('key', MINUTE_MS, NOW);
    expect(await rateCounters.increment('key', MINUTE_MS, NOW + MINUTE_MS - 1)).toEqual({
      hits: 2,
      resetsAt: NOW + MINUTE_MS,
    });
    expect(await rateCounters.increment('key', MINUTE_MS, NOW + MINUTE_MS)).toEqual({
      hits: 1,
      resetsAt: NOW + 2 * MINUTE_MS,
    });
  });

  it('are deleted after expiry by the next increment of any key', async () => {
    const { rateCounters } = await testStore();
    await rateCounters.increment('earlier', MINUTE_MS, NOW);
    await rateCounters.increment('later', MINUTE_MS, NOW + MINUTE_MS);
    expect((await rateCounters.increment('earlier', MINUTE_MS, NOW)).hits).toBe(1);
  });

  it('can be decremented and removed', async () => {
    const { rateCounters } = await testStore();
    await rateCounters.increment('key', MINUTE_MS, NOW);
    await rateCounters.decrement('key');
    await rateCounters.decrement('key');
    expect((await rateCounters.increment('key', MINUTE_MS, NOW)).hits).toBe(1);
    await rateCounters.remove('key');
    expect(await rateCounters.increment('key', MINUTE_MS, NOW + 1)).toEqual({
      hits: 1,
      resetsAt: NOW + 1 + MINUTE_MS,
    });
  });
});
