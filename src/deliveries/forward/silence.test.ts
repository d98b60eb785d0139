import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Silence, watchSilence } from './silence.ts';

const MEGABYTE = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(limitMs = 30_000) {
  let told = 0;
  const watch = watchSilence(limitMs, () => (told += 1));
  return { ...watch, told: () => told };
}

it('silence from the start ends a try after the limit', () => {
  const { signal, told } = watched();
  vi.advanceTimersByTime(29_000);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(signal.reason).toBeInstanceOf(Silence);
  expect(signal.reason.message).toBe('nothing moved for 30 s');
  expect(told()).toBe(0);
});

it('a byte now and then keeps a try alive for hours', () => {
  const { signal, moved, told } = watched();
  for (let at = 0; at < 1000; at += 1) {
    moved(1);
    vi.advanceTimersByTime(29_000);
  }
  expect(signal.aborted).toBe(false);
  expect(told()).toBe(1000);
});

it('what is in buffers has time to be read, and the lease is renewed meanwhile', () => {
  const { signal, moved, told } = watched();
  moved(100 * MEGABYTE);
  vi.advanceTimersByTime(149_000);
  expect(signal.aborted).toBe(false);
  expect(told()).toBeGreaterThan(30);
  vi.advanceTimersByTime(3000);
  expect(signal.aborted).toBe(true);
});

it('a watch that was stopped ends nothing', () => {
  const { signal, stop } = watched();
  stop();
  vi.advanceTimersByTime(100_000);
  expect(signal.aborted).toBe(false);
});
