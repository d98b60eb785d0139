import { randomUUID } from 'node:crypto';
import { FAKE_PAGES } from '../support/fake-pages.ts';
import type { Random } from '../support/random.ts';

/** Calls to the backend that a page which nobody has seen takes at most, next to what all pages need. */
export const CALLS_OF_UNSEEN = 2;

/** One visit in this many goes to a page that nobody has seen. */
const SEEN_TO_UNSEEN = 25;

export type Visit = { address: string; isSeen: boolean };

/** Where a visitor goes next. */
export function nextVisit(random: Random): Visit {
  if (random(SEEN_TO_UNSEEN) > 0)
    return { address: FAKE_PAGES[random(FAKE_PAGES.length)] ?? '/', isSeen: true };
  const name = randomUUID();
  return { address: random(2) === 0 ? `/search?keyword=${name}` : `/articles/${name}`, isSeen: false };
}
