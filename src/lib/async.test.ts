import { expect, it, vi } from 'vitest';
import { runInTurns, succeedOnce } from './async.ts';

it('retries work only after a failure', async () => {
  const work = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue('done');
  const begin = succeedOnce(work);
  await expect(Promise.all([begin(), begin()])).rejects.toThrow('away');
  expect(work).toHaveBeenCalledTimes(1);
  expect(await Promise.all([begin(), begin()])).toEqual(['done', 'done']);
  expect(await begin()).toBe('done');
  expect(work).toHaveBeenCalledTimes(2);
});

it('lets other work run between the steps of a long generator', async () => {
  let isOver = false;
  setImmediate(() => {
    isOver = true;
  });
  function* waitForOthers() {
    while (!isOver) yield;
    return 'done';
  }
  expect(await runInTurns(waitForOthers())).toBe('done');
});
