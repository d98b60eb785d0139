import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import type { QueryPart } from './query-parts.ts';

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
