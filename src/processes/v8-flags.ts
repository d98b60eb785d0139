import { setFlagsFromString } from 'node:v8';

/**
 * V8 guesses from what survives the start which objects live long, and after some starts it guesses wrong about those of
 * requests: an answer from the response cache then takes a third more processor time.
 */
const NO_GUESSES = '--no-allocation-site-pretenuring';

/** Short-lived objects, such as pieces of uploads, get this much memory before V8 looks through them, in megabytes. */
const YOUNG_MB = 2;

/**
 * A worker holds this much, in megabytes, before V8 looks through all of it: with V8's own limit, uploads make it do so twice a
 * second, and every page waits.
 */
const OLD_MB = 64;

/** V8 reads sizes only at the start of a process, so a running one gets the same effect by a share: three times what it holds. */
const GROWTH_PERCENT = 200;

export const WORKER_FLAGS = [
  `--max-semi-space-size=${YOUNG_MB}`,
  `--initial-old-space-size=${OLD_MB}`,
  NO_GUESSES,
];

/** Sets the flags of a process that answers requests and was started without them. */
export function setSingleFlags(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString(NO_GUESSES);
}
