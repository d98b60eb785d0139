import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../lib/failures.ts';

/** One time limit for all calls of a page, in milliseconds from now. */
export function createDeadline(timeoutMs: number) {
  const expired = wait(timeoutMs, undefined, { ref: false }).then((): never => {
    throw new Failure('timeout', { detail: `page waited ${timeoutMs} ms` });
  });
  expired.catch(() => undefined);

  /** The promise's outcome, or a timeout failure when the limit comes first. */
  return <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, expired]);
}

export type Deadline = ReturnType<typeof createDeadline>;
