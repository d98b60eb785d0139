import MiniSearch from 'minisearch';
import type { SearchQuery } from '../content/search/search-query.ts';
import { charactersAndPairs, foldWidth, wordsOf } from '../content/search/words.ts';
import { mapInTurns } from '../lib/yielding.ts';
import type { PageText } from '../sections/section.ts';
import { type FoundByTerms, pagesWithAll, pagesWithSome, partsOf, type Terms } from './search-terms.ts';

/** A page that was found, and the words of its text that were meant. */
export type PageHit = { page: PageDocument; terms: ReadonlySet<string> };

/** How much a word in the name of a page counts beside one in its content; a beginning, and a slip, beside a whole word. */
const WEIGHTS = { name: 8, otherNames: 3, titles: 3, description: 2, lines: 1 };
const INEXACT = { prefix: 0.5, fuzzy: 0.3 };

/** Pages whose texts are looked at: the best by their words. */
const MOST_JUDGED = 24;

/** How much of what a visitor wants a page must have, where none has all of it. */
const ENOUGH = 1 / 2;

/** A text's words, and of Han characters each one and each pair, so that any part of it is found. */
const termsOf = (text: string): string[] =>
  [...wordsOf(text)].flatMap(({ term, isHan }) => (isHan ? charactersAndPairs(term) : [term]));

/** The terms of all pages, added a few milliseconds at a time. */
async function indexTerms(pages: readonly PageDocument[]): Promise<Terms> {
  const counts = new Map<string, number>();
  const countOf = (term: string): number => counts.get(term) ?? 0;
  const index = new MiniSearch<PageDocument>({
    idField: 'key',
    fields: Object.keys(WEIGHTS),
    extractField: (page, field) => {
      const value = page[field as keyof PageDocument];
      return typeof value === 'string' ? value : value.join('\n');
    },
    tokenize: termsOf,
    processTerm: (term) => {
      counts.set(term, countOf(term) + 1);
      return term;
    },
    // A query comes in terms.
    searchOptions: {
      tokenize: (term) => [term],
      processTerm: (term) => term,
      boost: WEIGHTS,
      weights: INEXACT,
    },
  });
  await mapInTurns(pages, (page) => index.add(page));
  return { index, countOf };
}

/** Makes an index of pages in memory. */
export async function createPageIndex(pages: readonly PageDocument[]) {
  const terms = await indexTerms(pages);
  const byKey = new Map(pages.map((page) => [page.key, page]));
  const isKnown = (word: string): boolean => terms.countOf(word) > 0;

  /** The best by their terms, by where the keyword stands in them. */
  const hitsOf = (found: readonly FoundByTerms[], { keyword }: SearchQuery): PageHit[] =>
    ranked(
      found.slice(0, MOST_JUDGED).flatMap(({ key, score, terms: meant }) => {
        const page = byKey.get(key);
        return page ? [{ score, found: { page, terms: new Set(meant) } }] : [];
      }),
      keyword,
    );

  return {
    /** The pages that have all that is wanted, the best first; where there is none, those that have it but for a slip of the fingers. */
    find(query: SearchQuery): PageHit[] {
      const exact = pagesWithAll(terms, partsOf(query));
      return hitsOf(exact.length > 0 ? exact : pagesWithAll(terms, partsOf(query, isKnown)), query);
    },

    /** The pages that have enough of what is wanted. */
    findSome: (query: SearchQuery): PageHit[] =>
      hitsOf(pagesWithSome(terms, partsOf(query, isKnown), ENOUGH), query),

    /** What it knows a page to say. */
    textOf: (key: string): PageText | undefined => byKey.get(key),
  };
}

export type PageIndex = Awaited<ReturnType<typeof createPageIndex>>;

/** What the index knows of a menu item's page, or of its section on its parent's page. */
export type PageDocument = {
  /** The key of the item's path. */
  key: string;
  name: string;
  /** What else it is called: its code, and the other spellings of its kind of section. */
  otherNames: string;
  description: string;
} & PageText;

/** How much more a page counts whose name is the keyword, whose name holds it, or whose text holds it as it was typed. */
const NAME_IS = 4;
const NAME_HOLDS = 2.5;
const TEXT_HOLDS = 2;

type Scored<T> = { score: number; found: T };

const folded = (text: string): string => [...wordsOf(text)].map(({ term }) => term).join(' ');

const lower = (text: string): string => foldWidth(text).toLowerCase();

function factorOf({ name, description, lines }: PageDocument, keyword: string, words: string): number {
  const ownName = folded(name);
  if (ownName === words) return NAME_IS;
  if (` ${ownName} `.includes(` ${words} `) || lower(name).includes(keyword)) return NAME_HOLDS;
  return [description, ...lines].some((line) => lower(line).includes(keyword)) ? TEXT_HOLDS : 1;
}

/** The best first, by what the index says and by where the keyword stands as a whole. */
export function ranked<T extends { page: PageDocument }>(scored: readonly Scored<T>[], typed: string): T[] {
  const [keyword, words] = [lower(typed), folded(typed)];
  return scored
    .map(({ score, found }) => ({ score: score * factorOf(found.page, keyword, words), found }))
    .sort((a, b) => b.score - a.score)
    .map(({ found }) => found);
}
