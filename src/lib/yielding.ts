import { setImmediate as othersTurn } from 'node:timers/promises';

/** How long is worked at a stretch, in milliseconds: the site answers its visitors on the same thread. */
const TURN_MS = 3;

/** What long work calls again and again: it lets others have their turn where this one has lasted long enough. */
export function takeTurns(): () => Promise<void> {
  let endsAt = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() < endsAt) return;
    await othersTurn();
    endsAt = performance.now() + TURN_MS;
  };
}

/** Maps thousands of items, letting others have their turn now and then. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  const mayRest = takeTurns();
  for (const item of items) {
    results.push(map(item));
    await mayRest();
  }
  return results;
}
