import { LRUCache } from 'lru-cache';

/**
 * The most recently used values by key, so many at most. With `max` lru-cache would make room for all of them when it is made: a
 * start does without.
 */
export const createLru = <T extends NonNullable<unknown>>(most: number): LRUCache<string, T> =>
  new LRUCache<string, T>({ maxSize: most, sizeCalculation: () => 1 });
