import type MiniSearch from 'minisearch';
import type { Query, SearchResult } from 'minisearch';
import { MIN_PREFIX_LENGTH, type SearchQuery } from '../content/search/search-query.ts';
import { charactersAndPairs } from '../content/search/words.ts';

/** A page found by the index, with the terms of its text that match. */
export type FoundByTerms = { key: string; score: number; terms: string[] };

/** The index and the frequency of a term in it. */
export type Terms = { index: Pick<MiniSearch, 'search'>; countOf: (term: string) => number };

const foundBy = ({ id, score, terms }: SearchResult): FoundByTerms => ({ key: id, score, terms });

const bestFirst = (found: FoundByTerms[]): FoundByTerms[] => found.sort((a, b) => b.score - a.score);

/**
 * Pages that have all parts. Searches the rarest part first and the others only in its pages, which is several times faster
 * with thousands of pages.
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

/** Pages that have at least this share of the parts. */
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
 * A part of a query: how the index searches it, its terms, and whether the terms of a page match it.
 */
type QueryPart = { query: Query; terms: string[]; isFound: (found: ReadonlySet<string>) => boolean };

/** Tests whether the index has a word. Without it, typos are not allowed. */
type IsKnown = (word: string) => boolean;

/** A Han word matches if all pairs of its characters occur; a single character is one term. */
function segmentPart(segment: string): QueryPart {
  const [first = '', second, ...more] = [...segment];
  const terms = second === undefined ? [first] : charactersAndPairs(segment).slice(-(more.length + 1));
  return {
    query: { combineWith: 'AND', queries: terms },
    terms,
    isFound: (found) => terms.every((term) => found.has(term)),
  };
}

function wordPart(word: string, isKnown?: IsKnown): QueryPart {
  const isTypo = isKnown !== undefined && mayBeTypo(word) && !isKnown(word);
  const terms = [word, ...(isTypo ? swapped(word).filter(isKnown) : [])];
  return {
    query: {
      combineWith: 'OR',
      queries: terms,
      prefix: word.length >= MIN_PREFIX_LENGTH,
      fuzzy: isTypo ? TYPO_DISTANCE : false,
    },
    terms,
    isFound: (found) => terms.some((term) => found.has(term)),
  };
}

export const partsOf = ({ words, segments }: SearchQuery, isKnown?: IsKnown): QueryPart[] => [
  ...words.map((word) => wordPart(word, isKnown)),
  ...segments.map(segmentPart),
];

/** In shorter words, a different letter usually makes another word. */
const MIN_TYPO_LENGTH = 6;

/** One letter added, missing or different; swapped letters are searched separately. */
const TYPO_DISTANCE = 1;

/** Whether a word may be a typo. Numbers are never treated as typos. */
export const mayBeTypo = (word: string): boolean => word.length >= MIN_TYPO_LENGTH && !/\d/u.test(word);

/** All variants of a word with two neighbouring letters swapped. */
export const swapped = (word: string): string[] =>
  [...word]
    .slice(1)
    .map((letter, at) => `${word.slice(0, at)}${letter}${word[at]}${word.slice(at + 2)}`)
    .filter((other) => other !== word);
