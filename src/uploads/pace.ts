import { setTimeout as timer } from 'node:timers/promises';

/** Resolves when so many bytes may be worked on. */
export type Pace = (bytes: number) => Promise<void>;

/** Milliseconds. */
type Clock = { now: () => number; wait: (ms: number) => Promise<unknown> };

const realClock: Clock = { now: () => performance.now(), wait: (ms) => timer(ms) };

/** A limiter: lets so many bytes pass a second, in the order that they are asked for. An upload that waits is read no further. */
export function createPace(bytesPerSecond: number, { now, wait }: Clock = realClock): Pace {
  let freeAt = 0;
  return async (bytes) => {
    const startsAt = Math.max(now(), freeAt);
    freeAt = startsAt + (bytes / bytesPerSecond) * 1000;
    const ms = startsAt - now();
    if (ms > 0) await wait(ms);
  };
}

type Turns = { firstBytes: number; mostBytes: number };

/**
 * The turns of one who asks for a pace again and again, each time when the bytes have been worked on: who waits then holds
 * none of them, which would grow old in memory. Each turn is twice as long as the one before: a short file waits for little
 * more than its own bytes, a long one seldom.
 */
export function inTurns(pace: Pace, { firstBytes, mostBytes }: Turns): Pace {
  let turn = firstBytes;
  let left = 0;
  return async (bytes) => {
    left -= bytes;
    while (left < 0) {
      await pace(turn);
      left += turn;
      turn = Math.min(turn * 2, mostBytes);
    }
  };
}
