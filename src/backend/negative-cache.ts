import { LRUCache } from 'lru-cache';

/** Keys that are kept, and the characters that they may have together: visitors make them up. */
export const MAX_NEGATIVES = 10_000;
export const MAX_NEGATIVE_CHARACTERS = 1024 * 1024;

/** Keys for which the backend said that there is nothing, each for a while. They are apart from the answers, so that made-up keys evict no content. */
export function createNegativeCache(forMs: number, now: () => number) {
  const endings = new LRUCache<string, number>({
    max: MAX_NEGATIVES,
    maxSize: MAX_NEGATIVE_CHARACTERS,
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
