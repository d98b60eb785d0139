import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLane } from './lane.ts';

it('runs so many at a time and no more, in their order, whatever becomes of them', async () => {
  const lane = createLane(2);
  const started: number[] = [];
  let [running, most] = [0, 0];
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((index) =>
      lane(async () => {
        started.push(index);
        running += 1;
        most = Math.max(most, running);
        await wait(5);
        running -= 1;
        if (index % 2) throw new Error(`task ${index}`);
        return index;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
});
