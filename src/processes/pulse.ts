/** How often a worker says that it is alive, in milliseconds. */
export const BEAT_MS = 1000;

/** So many beats may be missing: noticed, a worker that hangs is gone within ten seconds. */
export const MISSED_BEATS = 8;

/** How many may be missing before the first one: a slow machine loads the program for a while. */
export const MISSED_AT_START = 30;

/**
 * Watches over a worker: `onSilence` is called once where its beats stay away. The primary's own beats are counted, not the
 * time: a machine that slept, or a primary that was stopped, blames no worker for it.
 */
export function createPulse(onSilence: () => void) {
  let left = MISSED_AT_START;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    onSilence();
  }, BEAT_MS).unref();
  return {
    beat(): void {
      left = MISSED_BEATS;
    },
    stop: (): void => clearInterval(timer),
  };
}
