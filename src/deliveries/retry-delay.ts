/** The first repetition of a delivery comes after so long, in milliseconds; each further one takes twice as long as the one before. */
export const FIRST_AGAIN_MS = 5000;
export const LONGEST_AGAIN_MS = 3_600_000;
/** A part of the time that chance adds, so that deliveries which failed together do not come back together. */
const JITTER = 0.2;

/** How long after attempt number `attempts` (from 1) the next one comes, in milliseconds; `afterMs` is the least that the receiver asked for. */
export function againMs(attempts: number, afterMs = 0, random = Math.random): number {
  const doubled = Math.min(FIRST_AGAIN_MS * 2 ** (attempts - 1), LONGEST_AGAIN_MS);
  return Math.max(Math.round(doubled * (1 + JITTER * random())), afterMs);
}
