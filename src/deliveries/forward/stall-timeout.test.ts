import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StallError, watchForStall } from './stall-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const onProgress = vi.fn();
  return { ...watchForStall(30_000, onProgress), onProgress };
}

it('aborts a transfer after 30 s if no data ever moves', () => {
  const { signal, onProgress } = watched();
  vi.advanceTimersByTime(29_000);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(signal.reason).toBeInstanceOf(StallError);
  expect(signal.reason.message).toBe('no data moved for 30 s');
  expect(onProgress).not.toHaveBeenCalled();
});

it('does not abort a transfer while single bytes move', () => {
  const { signal, moved, onProgress } = watched();
  for (let at = 0; at < 10; at += 1) {
    moved(1);
    vi.advanceTimersByTime(29_000);
  }
  expect(signal.aborted).toBe(false);
  expect(onProgress).toHaveBeenCalledTimes(10);
});

it('extends the stall timeout and reports progress while data may be in buffers', () => {
  const { signal, moved, onProgress } = watched();
  moved(100 * 1024 * 1024);
  vi.advanceTimersByTime(149_000);
  expect(signal.aborted).toBe(false);
  expect(onProgress.mock.calls.length).toBeGreaterThan(30);
  vi.advanceTimersByTime(3000);
  expect(signal.aborted).toBe(true);
});

it('does not abort a stopped transfer', () => {
  const { signal, stop } = watched();
  stop();
  vi.advanceTimersByTime(100_000);
  expect(signal.aborted).toBe(false);
});
