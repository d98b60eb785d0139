const SECOND_MS = 1000;
/** Pauses between attempts that the site did not answer. */
const LOST_PAUSES_S = [0, 1, 3, 5, 10, 20, 30];
const MAX_ATTEMPTS = 16;
/** Pauses after the first and the second server error: a restart of the site takes less. */
const ERROR_PAUSES_S = [2, 6];
/** The last attempt begins so soon after the first server error that its own answer comes within 30 seconds. */
const ERROR_PATIENCE_S = 15;

/** Pauses vary, so that clients that failed together do not return together. */
const randomised = (ms: number): number => ms * (0.75 + Math.random() / 2);

/** Decides how long to wait between the attempts of one upload, and when to stop. */
export function createBackOff(signal: AbortSignal) {
  let attempts = 0;
  let errors = 0;
  let firstErrorAt = 0;

  function pauseMs(isServerError: boolean): number | undefined {
    const lost = LOST_PAUSES_S[Math.min(attempts, LOST_PAUSES_S.length - 1)] ?? 0;
    attempts += 1;
    if (!isServerError) return attempts > MAX_ATTEMPTS ? undefined : randomised(lost * SECOND_MS);
    const now = performance.now();
    if (errors === 0) firstErrorAt = now;
    const pause = ERROR_PAUSES_S[errors];
    errors += 1;
    if (pause === undefined) return undefined;
    const ms = randomised(pause * SECOND_MS);
    return now + ms - firstErrorAt > ERROR_PATIENCE_S * SECOND_MS ? undefined : ms;
  }

  return {
    /** Attempts since the last progress. */
    attempts: () => attempts,

    /** The upload has made progress: counting starts anew. */
    reset(): void {
      attempts = 0;
      errors = 0;
    },

    /** Waits before the next attempt, or until the browser is online. Returns false if another attempt is not worth it. */
    async wait(isServerError: boolean): Promise<boolean> {
      const ms = pauseMs(isServerError);
      if (ms === undefined) return false;
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          window.removeEventListener('online', end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        window.addEventListener('online', end);
        signal.addEventListener('abort', end);
      });
      return true;
    },
  };
}
