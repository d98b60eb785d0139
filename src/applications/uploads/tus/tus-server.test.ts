import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createLocker } from './tus-server.ts';

const { signal } = new AbortController();

it('a newer request receives the upload lock when the preempted holder has ended', async () => {
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
  await wait(1);
  expect([release.mock.calls.length, isSecondLocked]).toEqual([1, false]);
  await one.unlock();
  await second;
  expect(isSecondLocked).toBe(true);
  await two.unlock();
});
