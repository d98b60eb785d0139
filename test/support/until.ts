import { setTimeout as wait } from 'node:timers/promises';

type Timing = { timeoutMs?: number; pauseMs?: number };

/** Waits until `holds` returns a truthy value. `what` completes “timeout: waited until …”. */
export async function until(
  what: string | (() => string),
  holds: () => unknown,
  { timeoutMs = 60_000, pauseMs = 20 }: Timing = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`timeout: waited until ${typeof what === 'string' ? what : what()}`);
    await wait(pauseMs);
  }
}

/** Retries until `act` succeeds. Rejects with the last failure after the timeout. */
export async function retryUntilDone<T>(act: () => Promise<T>, timeoutMs = 15_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(100);
    }
  }
}
