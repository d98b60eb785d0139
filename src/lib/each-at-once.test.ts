import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eachAtOnce } from './each-at-once.ts';

it('calls the work for each item with limited concurrency', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await eachAtOnce(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
    running += 1;
    most = Math.max(most, running);
    await wait(5 - (item % 3));
    running -= 1;
    done.push(item);
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
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
