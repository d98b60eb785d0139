import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HELD_EVERY_AT_MOST_MS, HELD_EVERY_MS, type Round, scanNowAndThen } from './held-scans.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How long each round comes after the one before, in milliseconds, for so many rounds. */
async function pauses(outcomes: (Round | Error)[]): Promise<number[]> {
  const times: number[] = [];
  const stop = scanNowAndThen(
    async () => {
      times.push(Date.now());
      const outcome = outcomes[times.length - 1] ?? 'done';
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    { error: () => undefined },
  );
  while (times.length <= outcomes.length) await vi.advanceTimersByTimeAsync(1000);
  stop();
  const count = times.length;
  await vi.advanceTimersByTimeAsync(2 * HELD_EVERY_AT_MOST_MS);
  expect(times).toHaveLength(count);
  return times.slice(1).map((time, at) => time - (times[at] ?? 0));
}

it('comes at once and then again and again', async () => {
  expect(await pauses(['done', 'done'])).toEqual([HELD_EVERY_MS, HELD_EVERY_MS]);
});

it('comes less and less often while rounds fail, within bounds, and as before after one that does not', async () => {
  const failed = Array.from({ length: 6 }, () => 'failed' as const);
  expect(await pauses([...failed, new Error('the disk'), 'done'])).toEqual([
    2 * HELD_EVERY_MS,
    4 * HELD_EVERY_MS,
    8 * HELD_EVERY_MS,
    16 * HELD_EVERY_MS,
    HELD_EVERY_AT_MOST_MS,
    HELD_EVERY_AT_MOST_MS,
    HELD_EVERY_AT_MOST_MS,
    HELD_EVERY_MS,
  ]);
});
