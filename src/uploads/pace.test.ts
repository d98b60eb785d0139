import { expect, it } from 'vitest';
import { createPace, inTurns } from './pace.ts';

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

it('is asked for in turns, each twice as long as the one before, and none longer than the longest', async () => {
  const asked: number[] = [];
  const paced = inTurns(async (bytes) => void asked.push(bytes), { firstBytes: 10, mostBytes: 30 });
  const passed: number[][] = [];
  for (let byte = 1; byte <= 10; byte += 1) {
    await paced(10);
    passed.push([...asked]);
  }
  expect(passed.slice(0, 5)).toEqual([[10], [10, 20], [10, 20], [10, 20, 30], [10, 20, 30]]);
  expect(asked).toEqual([10, 20, 30, 30, 30]);
});

it('makes up for a piece that is longer than a turn', async () => {
  const asked: number[] = [];
  const paced = inTurns(async (bytes) => void asked.push(bytes), { firstBytes: 10, mostBytes: 10 });
  await paced(25);
  await paced(1);
  expect(asked).toEqual([10, 10, 10]);
});
