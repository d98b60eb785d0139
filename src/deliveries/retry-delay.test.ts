import { describe, expect, it } from 'vitest';
import { againMs, FIRST_AGAIN_MS, LONGEST_AGAIN_MS } from './retry-delay.ts';

const least = () => 0;
const most = () => 1;

describe('the time until a delivery is tried again', () => {
  it('doubles from five seconds to an hour', () => {
    const times = [1, 2, 3, 10, 11, 1000].map((attempts) => againMs(attempts, 0, least));
    expect(times).toEqual([5000, 10_000, 20_000, 2_560_000, LONGEST_AGAIN_MS, LONGEST_AGAIN_MS]);
  });

  it('grows by chance, by a fifth at most', () => {
    expect(againMs(1, 0, most)).toBe(FIRST_AGAIN_MS * 1.2);
  });

  it('is never shorter than the receiver asked for', () => {
    expect(againMs(1, 60_000, most)).toBe(60_000);
    expect(againMs(11, 60_000, least)).toBe(LONGEST_AGAIN_MS);
  });
});
