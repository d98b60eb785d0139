import { expect, it, vi } from 'vitest';
import {
  engine,
  locationIn,
  readyDraft,
  submitDraft,
  temporaryFolder,
  testDatabase,
  testStore,
} from '../testing/index.ts';
import { exclusively } from './database.ts';

const MINUTE_MS = 60_000;

/** Opens a store on a machine whose clock differs. */
async function storeWithClock(folder: string, aheadMs: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
  try {
    return await testStore(folder);
  } finally {
    vi.useRealTimers();
  }
}

it.runIf(engine === 'PostgreSQL')('uses the time of the database on all machines', async () => {
  const before = Date.now();
  const folder = await temporaryFolder();
  const [behind, ahead] = [
    await storeWithClock(folder, -2 * MINUTE_MS),
    await storeWithClock(folder, 2 * MINUTE_MS),
  ];
  for (const { now } of [behind, ahead]) {
    expect(now()).toBeGreaterThanOrEqual(before - 50);
    expect(now()).toBeLessThanOrEqual(Date.now() + 50);
  }
  const now = behind.now();
  await submitDraft(behind, { draft: await readyDraft(behind, now), now, channels: ['forward'] });
  const request = { channels: ['forward'] as const, limit: 1, leaseMs: MINUTE_MS };
  expect(await behind.deliveries.lease(request)).toHaveLength(1);
  expect(await ahead.deliveries.lease(request)).toEqual([]);
  await behind.rateCounters.increment('key', MINUTE_MS);
  expect(await ahead.rateCounters.increment('key', MINUTE_MS)).toMatchObject({ hits: 2 });
});

it('runs exclusive work on one machine at a time', async () => {
  const location = await locationIn(await temporaryFolder());
  const [one, other] = [await testDatabase(location), await testDatabase(location)];
  const second = () => exclusively(other, 'work', async () => 'done');
  expect(await exclusively(one, 'work', second)).toBe(engine === 'SQLite' ? 'done' : undefined);
  expect(await second()).toBe('done');
  const failing = exclusively(one, 'work', () => Promise.reject(new Error('own')));
  await expect(failing).rejects.toThrow('own');
  expect(await second()).toBe('done');
});
