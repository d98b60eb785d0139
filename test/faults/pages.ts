import { randomUUID } from 'node:crypto';
import type { Random } from '../../src/services/file-checks/test-support/mutate.ts';

const IN_BOTH = [
  '/',
  '/who-we-are',
  '/who-we-are/our-story',
  '/newsroom',
  '/newsroom/insights',
  '/newsroom/insights?page=2',
  '/newsroom/press-room/p1',
  '/newsroom/press-room/p2',
  '/newsroom/press-room/p3',
  '/our-business/product-matrix',
  '/history',
  '/annual-reports',
  '/apply',
  '/search?keyword=a',
  '/feed.xml',
  '/history/_payload.json',
];

/** Pages of all kinds, in both languages, and some that are in Chinese alone. */
export const SEEN: readonly string[] = [
  ...IN_BOTH,
  ...IN_BOTH.map((page) => (page === '/' ? '/en' : `/en${page}`)),
  '/newsroom?go=Press%20Room&page=2',
  '/newsroom/insights/only-zh',
  '/sitemap.xml',
];

/** Calls to the backend that a page which nobody has seen takes at most, next to what all pages need. */
export const CALLS_OF_UNSEEN = 2;

/** One visit in this many goes to a page that nobody has seen. */
const SEEN_TO_UNSEEN = 25;

export type Visit = { address: string; isSeen: boolean };

/** Where a visitor goes next. */
export function nextVisit(random: Random): Visit {
  if (random(SEEN_TO_UNSEEN) > 0) return { address: SEEN[random(SEEN.length)] ?? '/', isSeen: true };
  const name = randomUUID();
  return { address: random(2) === 0 ? `/search?keyword=${name}` : `/articles/${name}`, isSeen: false };
}
