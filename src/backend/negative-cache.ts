import { LRUCache } from 'lru-cache';

/** Keys that are kept, and the characters that they may have together: visitors make them up. */
export const MAX_NEGATIVES = 10_000;
export const MAX_NEGATIVE_CHARACTERS = 1024 * 1024;

/** Keys for which the backend said that there is nothing, each until a time. They are apart from the answers, so that made-up keys evict no content. */
export const createNegativeCache = () =>
  new LRUCache<string, number>({
    max: MAX_NEGATIVES,
    maxSize: MAX_NEGATIVE_CHARACTERS,
    sizeCalculation: (_until, key) => Math.max(1, key.length),
  });
