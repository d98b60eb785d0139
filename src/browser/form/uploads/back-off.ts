const SECOND_MS = 1000;
/** Pauses between attempts without a response. */
const LOST_PAUSES_S = [0, 1, 3, 5, 10, 20, 30];
const MAX_ATTEMPTS = 16;
/** Longer than a restart of the site. */
const ERROR_PAUSES_S = [2, 6];
/** The last attempt starts so early that its response arrives within 30 seconds of the first server error. */
const ERROR_PATIENCE_S = 15;

/** Spreads clients that failed together. */
const randomised = (ms: number): number => ms * (0.75 + Math.random() / 2);

/** Decides how long to wait between the attempts of one upload, and when to stop. */
export function createBackOff(signal: AbortSignal) {
  let attempts = 0;
  let errors = 0;
  let firstErrorAt = 0;

  function pauseMs(isServerError: boolean): number | undefined {
    const lostPauseS = LOST_PAUSES_S[Math.min(attempts, LOST_PAUSES_S.length - 1)] ?? 0;
    attempts += 1;
    if (!isServerError) return attempts > MAX_ATTEMPTS ? undefined : randomised(lostPauseS * SECOND_MS);
    const now = performance.now();
    if (errors === 0) firstErrorAt = now;
    const errorPauseS = ERROR_PAUSES_S[errors];
    errors += 1;
    if (errorPauseS === undefined) return undefined;
    const ms = randomised(errorPauseS * SECOND_MS);
    return now + ms - firstErrorAt > ERROR_PATIENCE_S * SECOND_MS ? undefined : ms;
  }

  return {
    /** Attempts since the last progress. */
    attempts: () => attempts,

    /** Called after progress. */
    reset(): void {
      attempts = 0;
      errors = 0;
    },

    /** Waits before the next attempt, at most until the browser is online. Resolves to false if there is no next attempt. */
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
