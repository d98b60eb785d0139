import type MiniSearch from 'minisearch';
import type { Query, SearchResult } from 'minisearch';
import { MIN_PREFIX_LENGTH, type SearchQuery } from '../content/search/search-query.ts';
import { charactersAndPairs } from '../content/search/words.ts';

/** A page that the index has found: its key, its score, and the terms of its text that were meant. */
export type FoundByTerms = { key: string; score: number; terms: string[] };

/** The index, and how often a term stands in it. */
export type Terms = { index: Pick<MiniSearch, 'search'>; countOf: (term: string) => number };

const foundBy = ({ id, score, terms }: SearchResult): FoundByTerms => ({ key: id, score, terms });

const bestFirst = (found: FoundByTerms[]): FoundByTerms[] => found.sort((a, b) => b.score - a.score);

/**
 * The pages that have all parts. The rarest part is looked for first and the others only in the pages that have it: together they
 * would take several times as long in thousands of pages.
 */
export function pagesWithAll({ index, countOf }: Terms, parts: readonly QueryPart[]): FoundByTerms[] {
  const rarity = ({ terms }: QueryPart): number => Math.min(...terms.map(countOf));
  const [first, ...others] = [...parts].sort((a, b) => rarity(a) - rarity(b));
  if (!first) return [];
  let found = new Map(index.search(first.query).map((result) => [result.id as string, foundBy(result)]));
  for (const { query } of others) {
    const before = found;
    const boostDocument = (key: string): number => (before.has(key) ? 1 : 0);
    found = new Map(
      index.search(query, { boostDocument }).map(({ id, score, terms }) => {
        const known = before.get(id);
        const all = {
          key: id,
          score: score + (known?.score ?? 0),
          terms: [...(known?.terms ?? []), ...terms],
        };
        return [id as string, all];
      }),
    );
  }
  return bestFirst([...found.values()]);
}

/** The pages that have at least this share of the parts. */
export function pagesWithSome({ index }: Terms, parts: readonly QueryPart[], share: number): FoundByTerms[] {
  if (parts.length === 0) return [];
  const isEnough = ({ queryTerms }: SearchResult): boolean => {
    const terms = new Set(queryTerms);
    return parts.filter(({ isFound }) => isFound(terms)).length >= parts.length * share;
  };
  const queries = parts.map(({ query }) => query);
  return bestFirst(index.search({ combineWith: 'OR', queries }).filter(isEnough).map(foundBy));
}

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
      prefix: word.length >= MIN_PREFIX_LENGTH,
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

/** From so many letters on a word may have a slip of the fingers: in shorter ones it is mostly another word. */
const SHORTEST_FORGIVEN = 6;

/** A letter too many, too few or another one; two that changed places are looked for on their own. */
export const SLIP_DISTANCE = 1;

/** Whether a word is long enough to be a slip of another one; a number is meant as it is. */
export const mayBeSlip = (word: string): boolean => word.length >= SHORTEST_FORGIVEN && !/\d/u.test(word);

/** A word with each two neighbours in each other's place. */
export const swapped = (word: string): string[] =>
  [...word]
    .slice(1)
    .map((letter, at) => `${word.slice(0, at)}${letter}${word[at]}${word.slice(at + 2)}`)
    .filter((other) => other !== word);
