import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eachAtOnce } from './each-at-once.ts';

it('works through a growing list with limited concurrency', async () => {
  const list = [3];
  const done: number[] = [];
  let [active, most] = [0, 0];
  await eachAtOnce(2, list, async (item) => {
    active += 1;
    most = Math.max(most, active);
    await turn();
    if (item > 0) list.push(item - 1, item - 1);
    done.push(item);
    active -= 1;
  });
  expect(done).toHaveLength(15);
  expect(done.sort()).toEqual(list.toSorted());
  expect(most).toBe(2);
});

it('starts no more work after a failure and rejects when the running work has ended', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = eachAtOnce(2, [1, 2, 3, 4], async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('the first');
    await wait(10);
    ended.push(item);
  });
  await expect(work).rejects.toThrow('the first');
  expect({ begun, ended }).toEqual({ begun: [1, 2], ended: [2] });
});
