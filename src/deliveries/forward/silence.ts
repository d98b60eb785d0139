/** Silence that ends a try to forward, in milliseconds. */
export const SILENCE_MS = 30_000;

/**
 * Bytes that the buffers of two systems hold when a reader is slow, and those that it must take within the limit. On Linux's
 * loopback they hold 4 MB and say so in steps of 1.5 MB: a reader of 35 KB a second is silent for 45 s in between.
 */
const MAX_IN_BUFFERS = 4 * 1024 * 1024;
const TAKEN_IN_LIMIT = 1024 * 1024;

const LOOKS_IN_LIMIT = 10;

export class Silence extends Error {}

/**
 * Ends a try by `signal`, with a `Silence`, when nothing has moved for `limitMs`. What may still be in buffers has time to be
 * read: up to four times as much again after 4 MB. `onProgress` is called while it goes on, in that time too.
 */
export function watchSilence(limitMs: number, onProgress: () => void) {
  const controller = new AbortController();
  let last = performance.now();
  let bytes = 0;
  const look = () => {
    const silent = performance.now() - last;
    const patience = limitMs * (1 + Math.min(bytes, MAX_IN_BUFFERS) / TAKEN_IN_LIMIT);
    if (silent >= patience) controller.abort(new Silence(`nothing moved for ${Math.round(silent / 1000)} s`));
    else if (silent > limitMs) onProgress();
  };
  const timer = setInterval(look, limitMs / LOOKS_IN_LIMIT);

  return {
    signal: controller.signal,
    /** So many bytes of the body were taken. */
    moved(taken: number): void {
      last = performance.now();
      bytes += taken;
      onProgress();
    },
    stop: () => clearInterval(timer),
  };
}
