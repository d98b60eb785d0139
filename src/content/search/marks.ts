import { matchesWord, type SearchQuery } from './search-query.ts';
import { type Word, wordsOf } from './words.ts';

export type Marked = { text: string; hit: boolean }[];

/** Position of a hit in a text. */
export type Hit = { start: number; end: number };

/** Returns the hits in a text in order, without overlap. */
export type HitFinder = (text: string) => Hit[];

const matchesOf = (text: string, pattern: RegExp): Hit[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));

/** Matches of the Han words in a run of characters. `segments` are sorted longest first. */
function matchesInRun(run: string, { start }: Word, segments: readonly string[]): Hit[] {
  const pattern = new RegExp(segments.map(RegExp.escape).join('|'), 'gu');
  return matchesOf(run, pattern).map((hit) => ({ start: start + hit.start, end: start + hit.end }));
}

/** Joins adjacent hits. */
const joinHits = (hits: readonly Hit[]): Hit[] => {
  const all: Hit[] = [];
  for (const hit of hits) {
    const last = all.at(-1);
    if (last?.end === hit.start) all[all.length - 1] = { ...last, end: hit.end };
    else all.push(hit);
  }
  return all;
};

/** Finds single words; `terms` are the words that an index matched to those of the query. */
function wordFinder({ words, segments }: SearchQuery, terms?: ReadonlySet<string>): HitFinder {
  const longestFirst = [...segments].sort((a, b) => b.length - a.length);
  const isHit = (term: string) => terms?.has(term) || words.some((word) => matchesWord(term, word));
  return (text) =>
    joinHits(
      [...wordsOf(text)].flatMap((word) => {
        if (!word.isHan) return isHit(word.term) ? [word] : [];
        return longestFirst.length === 0
          ? []
          : matchesInRun(text.slice(word.start, word.end), word, longestFirst);
      }),
    ).map(({ start, end }) => ({ start, end }));
}

/**
 * Finds the whole keyword if it is more than one word; otherwise, or if the text does not contain it, its words or words that begin
 * with them.
 */
export function hitFinder(query: SearchQuery, terms?: ReadonlySet<string>): HitFinder {
  const { keyword, words, segments } = query;
  const ofWords = wordFinder(query, terms);
  const isWord = words.length === 1 && segments.length === 0 && /^[\p{L}\p{N}]+$/u.test(keyword);
  if (isWord || !keyword) return ofWords;
  const isInWords = /^[a-z0-9]/iu.test(keyword);
  const whole = new RegExp(`${isInWords ? '(?<![a-z0-9])' : ''}${RegExp.escape(keyword)}`, 'giu');
  return (text) => {
    const asTyped = matchesOf(text, whole);
    return asTyped.length > 0 ? asTyped : ofWords(text);
  };
}

/** Like `hitFinder`; without a hit, the keyword anywhere, as the backend may have searched for it. */
export function anyHitFinder(query: SearchQuery): HitFinder {
  const find = hitFinder(query);
  if (!query.keyword) return find;
  const anywhere = new RegExp(RegExp.escape(query.keyword), 'giu');
  return (text) => {
    const hits = find(text);
    return hits.length > 0 ? hits : matchesOf(text, anywhere);
  };
}

/** Splits a text at its hits. */
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
