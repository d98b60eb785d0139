import { LRUCache } from 'lru-cache';

/** What the keys may take together, in characters, and about what a key costs beside its own: visitors make them up. */
export const MAX_NEGATIVE_CHARACTERS = 1024 * 1024;
export const KEY_OVERHEAD_CHARACTERS = 100;

/** Keys for which the backend said that there is nothing, each until a time. They are apart from the answers, so that made-up keys evict no content. */
export const createNegativeCache = () =>
  new LRUCache<string, number>({
    maxSize: MAX_NEGATIVE_CHARACTERS,
    sizeCalculation: (_until, key) => KEY_OVERHEAD_CHARACTERS + key.length,
  });
