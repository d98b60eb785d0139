import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** Maximum time without a yield: requests are handled on the same thread. */
const TURN_MS = 3;

/** Returns a function for loops of long work, which yields to the event loop at intervals. */
export function takeTurns(): () => Promise<void> {
  let endsAt = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() < endsAt) return;
    await yieldToOthers();
    endsAt = performance.now() + TURN_MS;
  };
}

/** Maps many items and yields to the event loop at intervals. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  const yieldIfDue = takeTurns();
  for (const item of items) {
    results.push(map(item));
    await yieldIfDue();
  }
  return results;
}
