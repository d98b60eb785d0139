import type { SearchResult } from 'minisearch';
import type { SearchQuery } from '../content/search-query.ts';
import { charactersAndPairs, wordsOf } from '../content/words.ts';
import { mapInTurns } from '../lib/in-turns.ts';
import type { PageDocument, PageText } from './page-document.ts';
import { partsOf, type QueryPart } from './query-parts.ts';
import { ranked } from './ranking.ts';

/** A page that was found, and the words of its text that were meant. */
export type PageHit = { page: PageDocument; terms: ReadonlySet<string> };

/** How much a word in the name of a page counts beside one in its content; a beginning, and a slip, beside a whole word. */
const WEIGHTS = { name: 8, otherNames: 3, titles: 3, description: 2, lines: 1 };
const INEXACT = { prefix: 0.5, fuzzy: 0.3 };

/** How much of what a visitor wants a page must have, where none has all of it. */
const ENOUGH = 1 / 2;

/** Makes an index of pages in memory, a few milliseconds at a time. */
export async function createPageIndex(pages: readonly PageDocument[]) {
  // Imported here, since a start does without.
  const { default: MiniSearch } = await import('minisearch');
  const words = new Set<string>();

  /** A text's words, and of Han characters each one and each pair, so that any part of it is found. */
  const termsOf = (text: string): string[] =>
    [...wordsOf(text)].flatMap(({ term, isHan }) => {
      if (isHan) return charactersAndPairs(term);
      words.add(term);
      return [term];
    });

  const index = new MiniSearch<PageDocument>({
    idField: 'key',
    fields: Object.keys(WEIGHTS),
    extractField: (page, field) => {
      const value = page[field as keyof PageDocument];
      return typeof value === 'string' ? value : value.join('\n');
    },
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { tokenize: (term) => [term], boost: WEIGHTS, weights: INEXACT },
  });
  await mapInTurns(pages, (page) => index.add(page));
  const byKey = new Map(pages.map((page) => [page.key, page]));

  function hitsOf(results: readonly SearchResult[], { keyword }: SearchQuery): PageHit[] {
    const scored = results.flatMap(({ id, score, match }) => {
      const page = byKey.get(id);
      return page ? [{ score, found: { page, terms: new Set(Object.keys(match)) } }] : [];
    });
    return ranked(scored, keyword);
  }

  const search = (combineWith: 'AND' | 'OR', parts: readonly QueryPart[]): SearchResult[] =>
    parts.length === 0 ? [] : index.search({ combineWith, queries: parts.map(({ query }) => query) });

  const isKnown = (word: string): boolean => words.has(word);

  return {
    /** The pages that have all that is wanted, the best first; where there is none, those that have it but for a slip of the fingers. */
    find(query: SearchQuery): PageHit[] {
      const exact = search('AND', partsOf(query));
      return hitsOf(exact.length > 0 ? exact : search('AND', partsOf(query, isKnown)), query);
    },

    /** The pages that have enough of what is wanted. */
    findSome(query: SearchQuery): PageHit[] {
      const parts = partsOf(query, isKnown);
      const isEnough = (terms: ReadonlySet<string>) =>
        parts.filter(({ isFound }) => isFound(terms)).length >= parts.length * ENOUGH;
      const some = search('OR', parts).filter(({ queryTerms }) => isEnough(new Set(queryTerms)));
      return hitsOf(some, query);
    },

    /** What it knows a page to say. */
    textOf: (key: string): PageText | undefined => byKey.get(key),
  };
}

export type PageIndex = Awaited<ReturnType<typeof createPageIndex>>;
