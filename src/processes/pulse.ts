/** How often a worker says that it is alive, in milliseconds. */
export const BEAT_MS = 1000;

/** After so many missing beats a worker hangs: it is killed within ten seconds. */
export const MISSED_BEATS = 8;

/** So many may be missing before the first one, because a slow machine takes long to load the program. */
export const MISSED_AT_START = 30;

/**
 * Watches a worker, and calls `onSilence` once when its beats stay away. It counts ticks of the primary's own timer rather
 * than time, because a machine that slept, or a primary that was stopped, says nothing of its workers.
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
