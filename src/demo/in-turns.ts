import { setImmediate as othersTurn } from 'node:timers/promises';

/** How long is worked at a stretch, in milliseconds: the site answers its visitors on the same thread. */
const TURN_MS = 3;

/** Maps thousands of items, letting others have their turn now and then. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let endsAt = performance.now() + TURN_MS;
  for (const item of items) {
    results.push(map(item));
    if (performance.now() < endsAt) continue;
    await othersTurn();
    endsAt = performance.now() + TURN_MS;
  }
  return results;
}
