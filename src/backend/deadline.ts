import { Failure } from '../failures.ts';

/** One time limit for all calls of a page, in milliseconds from now. */
export function createDeadline(timeoutMs: number) {
  const signal = AbortSignal.timeout(timeoutMs);
  const expired = new Promise<never>((_, reject) => {
    const fail = () => reject(new Failure('timeout', { detail: `page waited ${timeoutMs} ms` }));
    signal.addEventListener('abort', fail, { once: true });
  });
  expired.catch(() => undefined);

  /** The promise's outcome, or a timeout failure when the limit comes first. */
  return <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, expired]);
}

export type Deadline = ReturnType<typeof createDeadline>;
