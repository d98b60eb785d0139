import { expect, it } from 'vitest';
import { FIRST_RETRY_MS, MAX_RETRY_MS, retryDelayMs } from './deliver-one.ts';

const least = () => 0;
const most = () => 1;

it('doubles the retry delay from five seconds to an hour, with up to 20 percent jitter', () => {
  const delays = [1, 2, 3, 10, 11, 1000].map((attempts) => retryDelayMs(attempts, 0, least));
  expect(delays).toEqual([5000, 10_000, 20_000, 2_560_000, MAX_RETRY_MS, MAX_RETRY_MS]);
  expect(retryDelayMs(1, 0, most)).toBe(FIRST_RETRY_MS * 1.2);
});

it("delays a retry by at least the receiver's Retry-After", () => {
  expect(retryDelayMs(1, 60_000, most)).toBe(60_000);
  expect(retryDelayMs(11, 60_000, least)).toBe(MAX_RETRY_MS);
});
