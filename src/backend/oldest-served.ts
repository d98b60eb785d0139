import { LRUCache } from 'lru-cache';

/** The shortest time that an age counts, in milliseconds. */
export const WINDOW_MS = 60_000;

/** The greatest age of what was served of late: of the running minute and the one before it. */
export function createOldestServed(now: () => number) {
  const ages = new LRUCache<number, number>({ max: 2 });
  const minute = (): number => Math.floor(now() / WINDOW_MS);
  const ageOf = (when: number): number => ages.get(when) ?? 0;

  return {
    /** Notes that something of this age was served, in milliseconds. */
    note(age: number): void {
      ages.set(minute(), Math.max(age, ageOf(minute())));
    },

    /** In milliseconds; 0 where nothing was served. */
    oldest: (): number => Math.max(ageOf(minute()), ageOf(minute() - 1)),
  };
}
