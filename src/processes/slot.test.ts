import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STEADY_MS } from './back-off.ts';
import { createSlot } from './slot.ts';
import { type FakeWorker, fakeWorker } from './testing/fake-worker.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function slotOfFakes() {
  const forked: FakeWorker[] = [];
  const warnings: object[] = [];
  const fork = () => {
    const fake = fakeWorker(forked.length + 1);
    forked.push(fake);
    return fake.worker;
  };
  const slot = createSlot({ fork, log: { warn: (line: object) => void warnings.push(line) } });
  slot.put(fork());
  return { slot, forked, warnings };
}

describe('a slot', () => {
  it('replaces a worker that died, later each time it dies at once, and says so', async () => {
    const { slot, forked, warnings } = slotOfFakes();
    forked[0]?.dies(10);
    await vi.advanceTimersByTimeAsync(999);
    expect(forked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(slot.current()?.pid).toBe(2);
    forked[1]?.dies(10);
    await vi.advanceTimersByTimeAsync(2000);
    expect(slot.current()?.pid).toBe(3);
    forked[2]?.dies(STEADY_MS);
    await vi.advanceTimersByTimeAsync(0);
    expect(slot.current()?.pid).toBe(4);
    expect(warnings).toEqual([
      { worker: 1, code: 1, signal: null, waitMs: 1000 },
      { worker: 2, code: 1, signal: null, waitMs: 2000 },
      { worker: 3, code: 1, signal: null, waitMs: 0 },
    ]);
  });

  it('does not miss a worker that another has taken the place of, nor any once it is closed', async () => {
    const { slot, forked, warnings } = slotOfFakes();
    const next = fakeWorker(9);
    slot.put(next.worker);
    forked[0]?.ends();
    await vi.advanceTimersByTimeAsync(60_000);
    slot.close();
    next.ends();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([forked.length, warnings.length]).toEqual([1, 0]);
  });

  it('has no second replacement where another worker came before the first', async () => {
    const { slot, forked } = slotOfFakes();
    forked[0]?.dies(10);
    await vi.advanceTimersByTimeAsync(500);
    slot.put(fakeWorker(9).worker);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([forked.length, slot.current()?.pid]).toEqual([1, 9]);
  });
});
