import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackOff, createSlot, STEADY_MS } from './slot.ts';
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

describe('the wait before a replacement', () => {
  it('doubles from one second to thirty while workers die soon after their start', () => {
    const backOff = createBackOff();
    const waits = Array.from({ length: 7 }, () => backOff(STEADY_MS - 1));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('is none for who lived a while, and begins anew after it', () => {
    const backOff = createBackOff();
    backOff(0);
    backOff(0);
    expect(backOff(STEADY_MS)).toBe(0);
    expect(backOff(0)).toBe(1000);
  });
});
