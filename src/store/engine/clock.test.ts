import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  engine,
  locationIn,
  readyDraft,
  temporaryFolder,
  testDatabase,
  testStore,
  values,
} from '../testing/index.ts';
import { exclusively } from './transaction.ts';

const MINUTE_MS = 60_000;

/** Sets the local clock. */
function setClock(aheadMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
}

afterEach(() => void vi.useRealTimers());

describe.runIf(engine === 'PostgreSQL')('machines with clocks two minutes apart', () => {
  it('use the time of the database', async () => {
    const before = Date.now();
    const folder = await temporaryFolder();
    for (const aheadMs of [-2 * MINUTE_MS, 2 * MINUTE_MS]) {
      setClock(aheadMs);
      const store = await testStore(folder);
      vi.useRealTimers();
      expect(store.now()).toBeGreaterThanOrEqual(before - 50);
      expect(store.now()).toBeLessThanOrEqual(Date.now() + 50);
    }
  });

  it('respect each other’s leases and limits', async () => {
    const folder = await temporaryFolder();
    const exact = await testStore(folder);
    setClock(2 * MINUTE_MS);
    const ahead = await testStore(folder);
    const { id, submitKey } = await readyDraft(exact, exact.now());
    await exact.applications.submit(id, submitKey, values, { now: exact.now(), channels: ['forward'] });
    const taking = { channels: ['forward'] as const, limit: 1, leaseMs: MINUTE_MS };
    expect(await exact.deliveries.lease(taking)).toHaveLength(1);
    expect(await ahead.deliveries.lease(taking)).toEqual([]);
    await exact.rateCounters.increment('key', MINUTE_MS);
    expect(await ahead.rateCounters.increment('key', MINUTE_MS)).toMatchObject({ hits: 2 });
  });
});

describe('exclusive work', () => {
  it('runs on one machine at a time', async () => {
    const place = await locationIn(await temporaryFolder());
    const [one, other] = [await testDatabase(place), await testDatabase(place)];
    const second = () => exclusively(other, 'work', async () => 'done');
    const first = await exclusively(one, 'work', second);
    expect(first).toBe(engine === 'SQLite' ? 'done' : undefined);
    expect(await second()).toBe('done');
  });

  it('can run again after a failure', async () => {
    const place = await locationIn(await temporaryFolder());
    const [one, other] = [await testDatabase(place), await testDatabase(place)];
    const failing = exclusively(one, 'work', () => Promise.reject(new Error('own')));
    await expect(failing).rejects.toThrow('own');
    expect(await exclusively(other, 'work', async () => 'done')).toBe('done');
  });
});
