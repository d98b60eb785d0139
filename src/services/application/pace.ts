import { setTimeout as timer } from 'node:timers/promises';

/** Milliseconds. */
type Clock = { now: () => number; wait: (ms: number) => Promise<unknown> };

const realClock: Clock = { now: () => performance.now(), wait: (ms) => timer(ms) };

/**
 * Lets bytes pass at a steady rate, whoever they come from, in the order that they ask: resolves when so many may be worked
 * on. Who waits reads no further, and so its line waits too.
 */
export function createPace(bytesPerSecond: number, { now, wait }: Clock = realClock) {
  let freeAt = 0;
  return async (bytes: number): Promise<void> => {
    const startsAt = Math.max(now(), freeAt);
    freeAt = startsAt + (bytes / bytesPerSecond) * 1000;
    const ms = startsAt - now();
    if (ms > 0) await wait(ms);
  };
}
