import { setTimeout as wait } from 'node:timers/promises';

type Pace = { timeoutMs?: number; pauseMs?: number };

/** Waits for something to become true. */
export async function until(
  what: string | (() => string),
  holds: () => unknown,
  { timeoutMs = 60_000, pauseMs = 20 }: Pace = {},
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > end)
      throw new Error(`waited in vain until ${typeof what === 'string' ? what : what()}`);
    await wait(pauseMs);
  }
}

/** Tries again and again until it succeeds, and gives what came of it; rejects with the last failure. */
export async function untilDone<T>(act: () => Promise<T>, timeoutMs = 15_000): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(100);
    }
  }
}
