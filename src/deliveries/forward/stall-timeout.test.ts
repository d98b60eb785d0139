import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StallError, watchForStall } from './stall-timeout.ts';

const MEGABYTE = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(limitMs = 30_000) {
  let calls = 0;
  const watch = watchForStall(limitMs, () => (calls += 1));
  return { ...watch, calls: () => calls };
}

it('aborts after the timeout if no data ever moves', () => {
  const { signal, calls } = watched();
  vi.advanceTimersByTime(29_000);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(signal.reason).toBeInstanceOf(StallError);
  expect(signal.reason.message).toBe('no data moved for 30 s');
  expect(calls()).toBe(0);
});

it('does not abort while single bytes move', () => {
  const { signal, moved, calls } = watched();
  for (let at = 0; at < 1000; at += 1) {
    moved(1);
    vi.advanceTimersByTime(29_000);
  }
  expect(signal.aborted).toBe(false);
  expect(calls()).toBe(1000);
});

it('extends the timeout and reports progress while data may be in buffers', () => {
  const { signal, moved, calls } = watched();
  moved(100 * MEGABYTE);
  vi.advanceTimersByTime(149_000);
  expect(signal.aborted).toBe(false);
  expect(calls()).toBeGreaterThan(30);
  vi.advanceTimersByTime(3000);
  expect(signal.aborted).toBe(true);
});

it('does not abort after stop()', () => {
  const { signal, stop } = watched();
  stop();
  vi.advanceTimersByTime(100_000);
  expect(signal.aborted).toBe(false);
});
