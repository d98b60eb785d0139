import { setTimeout as wait } from 'node:timers/promises';

type Pace = { patienceMs?: number; pauseMs?: number };

/** Waits for something to become true. */
export async function until(
  what: string | (() => string),
  holds: () => unknown,
  { patienceMs = 60_000, pauseMs = 20 }: Pace = {},
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > end)
      throw new Error(`waited in vain until ${typeof what === 'string' ? what : what()}`);
    await wait(pauseMs);
  }
}
