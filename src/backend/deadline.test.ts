import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createDeadline } from './deadline.ts';

const never = new Promise<string>(() => undefined);
const LONG_MS = 60_000;

describe('the deadline of a page', () => {
  it('returns the result that is in time', async () => {
    expect(await createDeadline(LONG_MS)(Promise.resolve('in time'))).toBe('in time');
  });

  it('rejects with the failure that is in time', async () => {
    await expect(createDeadline(LONG_MS)(Promise.reject(new Error('own')))).rejects.toThrow('own');
  });

  it('rejects with a timeout if the limit comes first', async () => {
    await expect(createDeadline(20)(never)).rejects.toMatchObject({ kind: 'timeout', status: 500 });
  });

  it('ends all calls of a page together', async () => {
    const deadline = createDeadline(20);
    const outcomes = await Promise.allSettled([
      deadline(never),
      deadline(never),
      deadline(Promise.resolve('in time')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('starts when it is created, not with a call', async () => {
    const deadline = createDeadline(20);
    await wait(40);
    await expect(deadline(never)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('causes no unhandled rejection without a call', async () => {
    createDeadline(1);
    await expect(wait(20, 'alive')).resolves.toBe('alive');
  });
});
