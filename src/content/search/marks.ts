import { matchesWord, type SearchQuery } from './search-query.ts';
import { foldWidth, type Word, wordsOf } from './words.ts';

export type Marked = { text: string; hit: boolean }[];

/** Where a hit begins and ends in a text. */
export type Hit = { start: number; end: number };

/** Finds the hits of a search in a text, in order; they do not overlap. */
export type HitFinder = (text: string) => Hit[];

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');

/** Places where the text stands as it is, in any case of letters. */
const placesOf = (text: string, pattern: RegExp): Hit[] =>
  [...foldWidth(text).matchAll(pattern)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));

/** Places of the Han words inside a run of characters; of two that overlap the longer one, or the first. */
function placesInRun(run: string, { start }: Word, segments: readonly string[]): Hit[] {
  const pattern = new RegExp(segments.map(literal).join('|'), 'gu');
  return placesOf(run, pattern).map((hit) => ({ start: start + hit.start, end: start + hit.end }));
}

const joined = (hits: readonly Hit[]): Hit[] => {
  const all: Hit[] = [];
  for (const hit of hits) {
    const last = all.at(-1);
    if (last?.end === hit.start) all[all.length - 1] = { ...last, end: hit.end };
    else all.push(hit);
  }
  return all;
};

/** Hits of single words; `terms`: words that an index has found for those of the query. */
function wordFinder({ words, segments }: SearchQuery, terms?: ReadonlySet<string>): HitFinder {
  const longestFirst = [...segments].sort((a, b) => b.length - a.length);
  const isHit = (term: string) => terms?.has(term) || words.some((word) => matchesWord(term, word));
  return (text) =>
    joined(
      [...wordsOf(text)].flatMap((word) => {
        if (!word.isHan) return isHit(word.term) ? [word] : [];
        return longestFirst.length === 0
          ? []
          : placesInRun(text.slice(word.start, word.end), word, longestFirst);
      }),
    ).map(({ start, end }) => ({ start, end }));
}

/**
 * How the hits of a query are found in a text: the whole keyword, where it is more than a word, else its words, whole or by their
 * beginnings.
 */
export function hitFinder(query: SearchQuery, terms?: ReadonlySet<string>): HitFinder {
  const { keyword, words, segments } = query;
  const ofWords = wordFinder(query, terms);
  const isWord = words.length === 1 && segments.length === 0 && /^[\p{L}\p{N}]+$/u.test(keyword);
  if (isWord || !keyword) return ofWords;
  const isInWords = /^[a-z0-9]/iu.test(keyword);
  const whole = new RegExp(`${isInWords ? '(?<![a-z0-9])' : ''}${literal(keyword)}`, 'giu');
  return (text) => {
    const asTyped = placesOf(text, whole);
    return asTyped.length > 0 ? asTyped : ofWords(text);
  };
}

/** As `hitFinder`; where a text has no such hit, the keyword wherever it stands: a backend may look for it so. */
export function anyHitFinder(query: SearchQuery): HitFinder {
  const find = hitFinder(query);
  if (!query.keyword) return find;
  const anywhere = new RegExp(literal(query.keyword), 'giu');
  return (text) => {
    const hits = find(text);
    return hits.length > 0 ? hits : placesOf(text, anywhere);
  };
}

/** A text in parts, so that a view can mark the hits. */
export function markHits(text: string, hits: readonly Hit[]): Marked {
  const parts: Marked = [];
  let at = 0;
  for (const { start, end } of hits) {
    parts.push({ text: text.slice(at, start), hit: false }, { text: text.slice(start, end), hit: true });
    at = end;
  }
  parts.push({ text: text.slice(at), hit: false });
  return parts.filter((part) => part.text !== '');
}
