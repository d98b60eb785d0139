import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

/** A pace of 1,000 bytes a second, and how long each was made to wait. */
function pacedBy() {
  const clock = { ms: 5000 };
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  return { pace: createPace(1000, { now: () => clock.ms, wait }), clock, waits };
}

it('lets the first bytes pass at once, and the next when theirs is the turn', async () => {
  const { pace, waits } = pacedBy();
  for (const bytes of [100, 200, 50]) await pace(bytes);
  expect(waits).toEqual([100, 300]);
});

it('saves up nothing while nobody asks', async () => {
  const { pace, clock, waits } = pacedBy();
  await pace(100);
  clock.ms += 60_000;
  await pace(100);
  await pace(100);
  expect(waits).toEqual([100]);
});
