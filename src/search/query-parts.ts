import type { Query } from 'minisearch';
import { type SearchQuery, SHORTEST_BEGINNING } from '../content/search/search-query.ts';
import { charactersAndPairs } from '../content/search/words.ts';
import { mayBeSlip, SLIP_DISTANCE, swapped } from './typos.ts';

/**
 * One thing that a visitor wants a page to hold: how it is looked for, the terms of that, and whether those that a page has are all
 * of it.
 */
export type QueryPart = { query: Query; terms: string[]; isFound: (found: ReadonlySet<string>) => boolean };

/** Which words the index has; without it, no slip is forgiven. */
type Forgiving = (word: string) => boolean;

/** A Han word is where all pairs of its characters are; a single character is its own term. */
function segmentPart(segment: string): QueryPart {
  const [first = '', second, ...more] = [...segment];
  const terms = second === undefined ? [first] : charactersAndPairs(segment).slice(-(more.length + 1));
  return {
    query: { combineWith: 'AND', queries: terms },
    terms,
    isFound: (found) => terms.every((term) => found.has(term)),
  };
}

function wordPart(word: string, isKnown?: Forgiving): QueryPart {
  const isSlip = isKnown !== undefined && mayBeSlip(word) && !isKnown(word);
  const terms = [word, ...(isSlip ? swapped(word).filter(isKnown) : [])];
  return {
    query: {
      combineWith: 'OR',
      queries: terms,
      prefix: word.length >= SHORTEST_BEGINNING,
      fuzzy: isSlip ? SLIP_DISTANCE : false,
    },
    terms,
    isFound: (found) => terms.some((term) => found.has(term)),
  };
}

export const partsOf = ({ words, segments }: SearchQuery, isKnown?: Forgiving): QueryPart[] => [
  ...words.map((word) => wordPart(word, isKnown)),
  ...segments.map(segmentPart),
];
