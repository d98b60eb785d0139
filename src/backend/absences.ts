import { LRUCache } from 'lru-cache';

/** Keys that are remembered at a time, and the characters that they may have together: visitors make them up. */
export const MAX_ABSENCES = 10_000;
export const MAX_ABSENCE_CHARACTERS = 1024 * 1024;

/**
 * The keys for which the backend said that there is nothing, each for a while. They stand apart from the answers, so that
 * made-up ones push no content out.
 */
export function createAbsences(forMs: number, now: () => number) {
  const endings = new LRUCache<string, number>({
    max: MAX_ABSENCES,
    maxSize: MAX_ABSENCE_CHARACTERS,
    sizeCalculation: (_end, key) => Math.max(1, key.length),
  });
  return {
    note: (key: string): void => {
      endings.set(key, now() + forMs);
    },
    has: (key: string): boolean => now() < (endings.get(key) ?? 0),
    forget: (key: string): void => {
      endings.delete(key);
    },
    count: (): number => endings.size,
  };
}
