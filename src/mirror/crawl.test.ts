import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { workThrough } from './crawl.ts';

it('works through a growing list with limited concurrency', async () => {
  const list = [3];
  const done: number[] = [];
  let [active, most] = [0, 0];
  await workThrough(list, 2, async (item) => {
    active += 1;
    most = Math.max(most, active);
    await turn();
    if (item > 0) list.push(item - 1, item - 1);
    done.push(item);
    active -= 1;
  });
  expect(done.length).toBe(15);
  expect(most).toBe(2);
});

it('rejects with the first failure', async () => {
  const started: number[] = [];
  const failing = workThrough([1, 2, 3, 4], 1, async (item) => {
    started.push(item);
    if (item === 2) throw new Error('no more');
  });
  await expect(failing).rejects.toThrow('no more');
  expect(started).toEqual([1, 2]);
});
