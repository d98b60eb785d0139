import MiniSearch from 'minisearch';
import type { SearchQuery } from '../content/search/search-query.ts';
import { normaliseForSearch } from '../content/search/text-matches.ts';
import { charactersAndPairs, wordsOf } from '../content/search/words.ts';
import { mapInTurns } from '../lib/yielding.ts';
import type { PageText } from '../sections/section.ts';
import { type FoundByTerms, pagesWithAll, pagesWithSome, partsOf, type Terms } from './search-terms.ts';

/** A page found, and the terms of its text that match. */
export type PageHit = { page: PageDocument; terms: ReadonlySet<string> };

/** Weights of fields, and of prefixes and typos in relation to whole words. */
const WEIGHTS = { name: 8, otherNames: 3, titles: 3, description: 2, lines: 1 };
const INEXACT = { prefix: 0.5, fuzzy: 0.3 };

/** Number of best pages that are ranked by their texts. */
const MAX_RANKED = 24;

/** Share of the query that a page must match if no page matches all of it. */
const MIN_SHARE = 1 / 2;

/** Words of a text; for Han text each character and each pair, so that any substring is found. */
const termsOf = (text: string): string[] =>
  [...wordsOf(text)].flatMap(({ term, isHan }) => (isHan ? charactersAndPairs(term) : [term]));

/** Indexes all pages in short steps that do not block requests. */
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
    // Queries are already split into terms.
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

export async function createPageIndex(pages: readonly PageDocument[]) {
  const terms = await indexTerms(pages);
  const byKey = new Map(pages.map((page) => [page.key, page]));
  const isKnown = (word: string): boolean => terms.countOf(word) > 0;

  /** Ranks the best matches by where the keyword occurs. */
  const hitsOf = (found: readonly FoundByTerms[], { keyword }: SearchQuery): PageHit[] =>
    ranked(
      found.slice(0, MAX_RANKED).flatMap(({ key, score, terms: matched }) => {
        const page = byKey.get(key);
        return page ? [{ score, found: { page, terms: new Set(matched) } }] : [];
      }),
      keyword,
    );

  return {
    /** Pages that match the whole query, best first. If there is none, allows typos. */
    find(query: SearchQuery): PageHit[] {
      const exact = pagesWithAll(terms, partsOf(query));
      return hitsOf(exact.length > 0 ? exact : pagesWithAll(terms, partsOf(query, isKnown)), query);
    },

    /** Pages that match a part of the query. */
    findSome: (query: SearchQuery): PageHit[] =>
      hitsOf(pagesWithSome(terms, partsOf(query, isKnown), MIN_SHARE), query),

    /** Indexed content of a page. */
    textOf: (key: string): PageText | undefined => byKey.get(key),
  };
}

export type PageIndex = Awaited<ReturnType<typeof createPageIndex>>;

/** Indexed text of a menu item's page, or of its section on its parent's page. */
export type PageDocument = {
  /** The key of the item's path. */
  key: string;
  name: string;
  /** Its code and the other spellings of its section kind. */
  otherNames: string;
  description: string;
} & PageText;

/** Factors for a page whose name is the keyword, whose name contains it, or whose text contains it as typed. */
const NAME_IS = 4;
const NAME_HOLDS = 2.5;
const TEXT_HOLDS = 2;

type Scored<T> = { score: number; found: T };

const folded = (text: string): string => [...wordsOf(text)].map(({ term }) => term).join(' ');

function factorOf({ name, description, lines }: PageDocument, keyword: string, words: string): number {
  const ownName = folded(name);
  if (ownName === words) return NAME_IS;
  if (` ${ownName} `.includes(` ${words} `) || normaliseForSearch(name).includes(keyword)) return NAME_HOLDS;
  return [description, ...lines].some((line) => normaliseForSearch(line).includes(keyword)) ? TEXT_HOLDS : 1;
}

/** Sorts by score and by where the whole keyword occurs, best first. */
function ranked<T extends { page: PageDocument }>(scored: readonly Scored<T>[], typed: string): T[] {
  const [keyword, words] = [normaliseForSearch(typed), folded(typed)];
  return scored
    .map(({ score, found }) => ({ score: score * factorOf(found.page, keyword, words), found }))
    .sort((a, b) => b.score - a.score)
    .map(({ found }) => found);
}
