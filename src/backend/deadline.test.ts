import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createDeadline } from './deadline.ts';

const never = new Promise<string>(() => undefined);

it('a deadline returns the result or the failure that is in time', async () => {
  const deadline = createDeadline(60_000);
  expect(await deadline(Promise.resolve('in time'))).toBe('in time');
  await expect(deadline(Promise.reject(new Error('own')))).rejects.toThrow('own');
});

it('a deadline starts when it is created, ends all calls of a page, and rejects nothing without a call', async () => {
  const deadline = createDeadline(20);
  await wait(40);
  await expect(deadline(never)).rejects.toMatchObject({ kind: 'timeout', status: 500 });
  await expect(deadline(never)).rejects.toMatchObject({ kind: 'timeout', status: 500 });
});
