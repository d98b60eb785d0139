import { expect, it } from 'vitest';
import { createTimeLeft } from './send-in-pieces.ts';

it('estimates the minutes left from the rate since the start', () => {
  let now = 0;
  const minutesLeft = createTimeLeft(() => now);
  expect(minutesLeft(4000, 10_000)).toBeUndefined();
  now = 4000;
  expect(minutesLeft(5000, 10_000)).toBeUndefined();
  now = 60_000;
  expect(minutesLeft(6000, 10_000)).toBe(2);
  now = 100_000;
  expect(minutesLeft(9900, 10_000)).toBe(1);
  expect(minutesLeft(4000, 10_000)).toBeUndefined();
});
