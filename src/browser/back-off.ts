const SECOND_MS = 1000;
/** Pauses between tries that bring nothing, in seconds. */
const PAUSES_S = [0, 1, 3, 5, 10, 20, 30];
/** Tries on end that bring nothing before the visitor is asked: five minutes with the longest pause. */
const MOST_TRIES = 16;

/** Waits before the nth try, or until the line is back; false where it is not worth another one. Not all that failed come back at once. */
export async function backOff(tries: number, signal: AbortSignal): Promise<boolean> {
  if (tries >= MOST_TRIES) return false;
  const seconds = PAUSES_S[Math.min(tries, PAUSES_S.length - 1)] ?? 0;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * SECOND_MS * (0.75 + Math.random() / 2));
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
  return true;
}
