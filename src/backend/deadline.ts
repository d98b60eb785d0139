import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../lib/failures.ts';

/** Creates a time limit that all calls of a page share. */
export function createDeadline(timeoutMs: number) {
  const expired = wait(timeoutMs, undefined, { ref: false }).then((): never => {
    throw new Failure('timeout', { detail: `page waited ${timeoutMs} ms` });
  });
  expired.catch(() => undefined);

  /** Settles like the promise, or rejects with a timeout failure. */
  return <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, expired]);
}

export type Deadline = ReturnType<typeof createDeadline>;
