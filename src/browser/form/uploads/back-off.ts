const SECOND_MS = 1000;
/** Pauses after attempts without a response. */
const LOST_PAUSES_S = [0, 1, 3, 5, 10, 20, 30];
const MAX_ATTEMPTS = 16;
/** Pause before the only retry after a server error, so that the page shows the error within three seconds. */
const ERROR_PAUSE_S = 1.5;

/** Randomises a pause, so that clients that failed together do not retry together. */
const withJitter = (ms: number): number => ms * (0.75 + Math.random() / 2);

/** Decides how long to wait between an upload's attempts, and when to give up. */
export function createBackOff(signal: AbortSignal) {
  let attempts = 0;
  let hasFailed = false;

  function pauseMs(isServerError: boolean): number | undefined {
    const lostPauseS = LOST_PAUSES_S[Math.min(attempts, LOST_PAUSES_S.length - 1)] ?? 0;
    attempts += 1;
    if (attempts > MAX_ATTEMPTS || (isServerError && hasFailed)) return undefined;
    hasFailed ||= isServerError;
    return withJitter((isServerError ? ERROR_PAUSE_S : lostPauseS) * SECOND_MS);
  }

  return {
    /** Attempts since the last progress. */
    attempts: () => attempts,

    /** Resets the attempts after progress. */
    reset(): void {
      attempts = 0;
      hasFailed = false;
    },

    /** Waits for the next attempt, at most until the browser goes online. Resolves to false if there is no next attempt. */
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
