import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createLocker } from './locker.ts';

const { signal } = new AbortController();

it('preempts the holder of an upload lock, and passes the lock on when it has ended', async () => {
  const locker = createLocker();
  const [one, two] = [locker.newLock('a'), locker.newLock('a')];
  const release = vi.fn();
  await one.lock(signal, release);
  let isSecondLocked = false;
  const second = two
    .lock(signal, () => undefined)
    .then(() => {
      isSecondLocked = true;
    });
  await wait(5);
  expect([release.mock.calls.length, isSecondLocked]).toEqual([1, false]);
  await one.unlock();
  await second;
  expect(isSecondLocked).toBe(true);
  await two.unlock();
});

it('gives an upload lock to one of many requests at a time, and to each eventually', async () => {
  const locker = createLocker();
  let holders = 0;
  let most = 0;
  const all = Array.from({ length: 20 }, async () => {
    const lock = locker.newLock('a');
    await lock.lock(signal, () => undefined);
    holders += 1;
    most = Math.max(most, holders);
    await wait(1);
    holders -= 1;
    await lock.unlock();
  });
  await Promise.all(all);
  expect(most).toBe(1);
});

it('does not preempt the lock of another upload', async () => {
  const locker = createLocker();
  const release = vi.fn();
  await locker.newLock('a').lock(signal, release);
  await locker.newLock('b').lock(signal, () => undefined);
  expect(release).not.toHaveBeenCalled();
});
