import MiniSearch, { type SearchOptions } from 'minisearch';
import pLimit from 'p-limit';
import type { BackgroundReader } from '../../content/backend/content.ts';
import type { Menu, MenuItem } from '../../content/menu/menu.ts';
import { slugsOf } from '../../content/menu/section-codes.ts';
import { foldText } from '../../content/search/fold-text.ts';
import {
  MIN_PREFIX_LENGTH,
  type SearchQuery,
  splitCharactersAndPairs,
  splitWords,
} from '../../content/search/search-query.ts';
import { mapInTurns } from '../../lib/async.ts';
import { definitions } from '../sections/definitions.ts';
import type { PageText } from '../sections/section.ts';

/** Text of a menu item's page, or its section on its parent's page. */
export type PageDocument = {
  key: string;
  name: string;
  /** Code and spellings of the section. */
  otherNames: string;
  description: string;
} & PageText;

/** Limits of an index. Content beyond them is omitted. */
export const MAX_INDEXED_PAGES = 5000;
const MAX_CHARACTERS_PER_PAGE = 10_000;
export const MAX_INDEXED_CHARACTERS = 600_000;

const CONCURRENT_CALLS = 6;

/** False if a path of the site shadows the page. */
const isReachable = ({ isPage, isShadowed }: MenuItem): boolean => !(isPage && isShadowed);

function truncatePageText({ titles, lines }: PageText, length: number): PageText {
  let left = length;
  const cut = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => {
      const start = text.slice(0, left);
      left -= start.length;
      return start === '' ? [] : start;
    });
  return { titles: cut(titles), lines: cut(lines) };
}

/** Reads the text of all pages in a menu. A page whose content cannot be read contains only its names. */
export async function readPageTexts(reader: BackgroundReader, menu: Menu): Promise<PageDocument[]> {
  let left = MAX_INDEXED_CHARACTERS;
  const limit = pLimit(CONCURRENT_CALLS);
  const nodes = [...menu.byKey.values()].filter(isReachable).slice(0, MAX_INDEXED_PAGES);
  return limit.map(nodes, async (node) => {
    const text = left > 0 ? await readText(node) : { titles: [], lines: [] };
    const cut = truncatePageText(text, Math.min(left, MAX_CHARACTERS_PER_PAGE));
    left -= [...cut.titles, ...cut.lines].join('').length;
    return {
      key: node.key,
      name: node.name,
      otherNames: [node.code, ...slugsOf(node.kind)].join(' '),
      description: node.description ?? '',
      ...cut,
    };
  });

  function readText({ kind, code }: MenuItem): Promise<PageText> {
    const text = definitions[kind].searchText({ reader, language: menu.language, code });
    return text.catch(() => ({ titles: [], lines: [] }));
  }
}

/** Page that was found, with the matching terms of its text. */
export type PageHit = { page: PageDocument; terms: ReadonlySet<string> };

/** Weights of fields, and of prefixes and typos relative to whole words. */
const WEIGHTS = { name: 8, otherNames: 3, titles: 3, description: 2, lines: 1 };
const INEXACT = { prefix: 0.5, fuzzy: 0.3 };

/** Minimum length of a word that may be a typo: in shorter ones, a different letter usually makes another word. */
const MIN_TYPO_LENGTH = 6;
/** Share of a word's letters that may differ. Two swapped letters count as two differences. */
const TYPO_SHARE = 0.2;

/** Share of the query that a page must match if no page matches all of it. */
const MIN_SHARE = 1 / 2;

/** Returns search terms: words, and for Han text each character and each pair, so that any substring is found. */
const splitTerms = (text: string): string[] =>
  [...splitWords(foldText(text))].flatMap(({ term, isHan }) =>
    isHan ? splitCharactersAndPairs(term) : [term],
  );

/** Returns the query terms. A Han word of several characters needs only its pairs. */
const splitQueryTerms = ({ words, segments }: SearchQuery): string[] => [
  ...words,
  ...segments.flatMap((segment) => {
    const { length } = [...segment];
    return length === 1 ? [segment] : splitCharactersAndPairs(segment).slice(length);
  }),
];

/** Returns whether a word may be a typo. Han text and numbers are never treated as typos. */
const mayBeTypo = (term: string): boolean =>
  term.length >= MIN_TYPO_LENGTH && /^[^\d\p{Script=Han}]+$/u.test(term);

export async function createPageIndex(pages: readonly PageDocument[]) {
  const index = new MiniSearch<PageDocument>({
    idField: 'key',
    fields: Object.keys(WEIGHTS),
    extractField: (page, field) => [page[field as keyof PageDocument]].flat().join('\n'),
    tokenize: splitTerms,
    processTerm: (term) => term,
    searchOptions: {
      boost: WEIGHTS,
      weights: INEXACT,
      combineWith: 'AND',
      prefix: (term) => term.length >= MIN_PREFIX_LENGTH,
    },
  });
  await mapInTurns(pages, (page) => index.add(page));
  const byKey = new Map(pages.map((page) => [page.key, page]));

  function search(query: SearchQuery, options?: SearchOptions, minTerms = 0): PageHit[] {
    // The query is already split into terms.
    const terms = splitQueryTerms(query);
    return index
      .search({ queries: terms, combineWith: 'AND', tokenize: (term) => [term], ...options })
      .filter((result) => result.queryTerms.length >= minTerms)
      .flatMap(({ id, terms: matched }) => {
        const page = byKey.get(id);
        return page ? [{ page, terms: new Set(matched) }] : [];
      });
  }

  const fuzzy = (term: string): number | false => mayBeTypo(term) && TYPO_SHARE;

  /** Allows typos only if nothing is found without them. */
  function searchWithTypos(query: SearchQuery, options?: SearchOptions, minTerms?: number): PageHit[] {
    const exact = search(query, options, minTerms);
    return exact.length > 0 ? exact : search(query, { ...options, fuzzy }, minTerms);
  }

  return {
    find: (query: SearchQuery): PageHit[] => searchWithTypos(query),

    findSome: (query: SearchQuery): PageHit[] =>
      searchWithTypos(query, { combineWith: 'OR' }, splitQueryTerms(query).length * MIN_SHARE),
  };
}

export type PageIndex = Awaited<ReturnType<typeof createPageIndex>>;
