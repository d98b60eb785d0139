import { expect, it } from 'vitest';
import { createBackOff, STEADY_MS } from './back-off.ts';

it('doubles the wait from one second to thirty while workers die soon after their start', () => {
  const backOff = createBackOff();
  const waits = Array.from({ length: 7 }, () => backOff.next(STEADY_MS - 1));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

it('replaces at once who lived a while, and begins anew after it', () => {
  const backOff = createBackOff();
  backOff.next(0);
  backOff.next(0);
  expect(backOff.next(STEADY_MS)).toBe(0);
  expect(backOff.next(0)).toBe(1000);
});
