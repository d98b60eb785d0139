import { findInFolded, type Hit } from './fold-text.ts';
import { matchesWord, type SearchQuery, splitWords } from './search-query.ts';

export type Marked = { text: string; hit: boolean }[];

/** Returns the hits in a text in order, without overlap. */
export type HitFinder = (text: string) => Hit[];

const findMatches = (text: string, pattern: RegExp): Hit[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));

/** Joins adjacent hits, and hits in parts of one character. */
const joinHits = (hits: readonly Hit[]): Hit[] => {
  const all: Hit[] = [];
  for (const hit of hits) {
    const last = all.at(-1);
    if (last && last.end >= hit.start) all[all.length - 1] = { ...last, end: hit.end };
    else all.push(hit);
  }
  return all;
};

/** Creates a finder of single words. `terms` are the index's matches for the query's words. */
function createWordFinder({ words, segments }: SearchQuery, terms?: ReadonlySet<string>): HitFinder {
  const longestFirst = segments.toSorted((a, b) => b.length - a.length).map(RegExp.escape);
  const hanWord = new RegExp(longestFirst.join('|') || '(?!)', 'gu');
  const isHit = (term: string) => terms?.has(term) || words.some((word) => matchesWord(term, word));
  return (text) =>
    joinHits(
      [...splitWords(text)].flatMap(({ term, start, end, isHan }) => {
        if (!isHan) return isHit(term) ? { start, end } : [];
        const hits = findMatches(text.slice(start, end), hanWord);
        return hits.map((hit) => ({ start: start + hit.start, end: start + hit.end }));
      }),
    );
}

/** Creates a finder of the whole keyword, or if a text does not contain it, of its words and words that start with them. */
export const createHitFinder = (query: SearchQuery, terms?: ReadonlySet<string>): HitFinder =>
  onFoldedText(createFoldedFinder(query, terms));

const onFoldedText =
  (find: HitFinder): HitFinder =>
  (text) =>
    joinHits(findInFolded(text, find));

function createFoldedFinder(query: SearchQuery, terms?: ReadonlySet<string>): HitFinder {
  const { keyword, words, segments } = query;
  const findWords = createWordFinder(query, terms);
  const isWord = words.length === 1 && segments.length === 0 && /^[\p{L}\p{N}]+$/u.test(keyword);
  if (isWord || !keyword) return findWords;
  const startsWithLatin = /^[a-z0-9]/iu.test(keyword);
  const whole = new RegExp(`${startsWithLatin ? '(?<![a-z0-9])' : ''}${RegExp.escape(keyword)}`, 'giu');
  return (text) => {
    const asTyped = findMatches(text, whole);
    return asTyped.length > 0 ? asTyped : findWords(text);
  };
}

/** Like `createHitFinder`, but finds the keyword anywhere if there is no other hit, because backends may search that way. */
export function createLooseHitFinder(query: SearchQuery): HitFinder {
  const find = createFoldedFinder(query);
  const anywhere = query.keyword && new RegExp(RegExp.escape(query.keyword), 'giu');
  return onFoldedText((text) => {
    const hits = find(text);
    return hits.length > 0 || !anywhere ? hits : findMatches(text, anywhere);
  });
}

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

type Passage = { text: string; hits: Hit[] };

const MAX_SEARCHED_CHARACTERS = 50_000;

/** Share of a shortened sentence that precedes the first hit. */
const LEAD_SHARE = 1 / 3;

/** Matches a full-width stop with closing quotes, or another stop before a space and the first letter of a sentence. */
const SENTENCE_END = /[。！？；][”’」』）]*|[.!?][”’"')]*(?=\s+[\p{Lu}\p{N}“‘"'(])/gu;

const splitSentences = (line: string): string[] =>
  line
    .replace(SENTENCE_END, '$&\n')
    .split('\n')
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** Calculates a text's relevance: the total length of its distinct hits. */
export const distinctHitLength = (text: string, hits: readonly Hit[]): number =>
  [...new Set(hits.map(({ start, end }) => text.slice(start, end).toLowerCase()))].join('').length;

/** Returns the sentence with the most distinct hits, shortened to about `length` characters, or undefined if there is no hit. */
export function findBestPassage(
  lines: readonly string[],
  find: HitFinder,
  length: number,
): Passage | undefined {
  let best: Passage | undefined;
  let relevance = 0;
  let left = MAX_SEARCHED_CHARACTERS;
  for (const line of lines) {
    if (left <= 0) break;
    const read = line.slice(0, left);
    left -= line.length;
    if (find(read).length === 0) continue;
    for (const text of splitSentences(read)) {
      const hits = find(text);
      const ownRelevance = distinctHitLength(text, hits);
      if (ownRelevance > relevance) [best, relevance] = [{ text, hits }, ownRelevance];
    }
  }
  return best && shortenPassage(best, length);
}

/** Shortens a passage between words to about `length` characters around its first hit. */
function shortenPassage({ text, hits }: Passage, length: number): Passage {
  const [first] = hits;
  if (text.length <= length || !first) return { text, hits };
  const wanted = Math.min(first.start - Math.floor(length * LEAD_SHARE), text.length - length);
  const from = findWordStart(text, Math.max(0, wanted));
  const last = from + length < text.length ? findWordStart(text, from + length) : text.length;
  const to = Math.max(last, Math.min(first.end, from + 2 * length));
  const [before, after] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, to)}${after}`,
    hits: hits
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}

/** Maximum length of a word that is kept whole. A longer word may be split. */
const MAX_WORD_LENGTH = 30;

const isInsideWord = (text: string, at: number): boolean =>
  /^[\p{L}\p{N}\p{M}\ud800-\udfff’'-]{2}$/u.test(text.slice(at - 1, at + 1)) &&
  !/^\p{Script=Han}{2}$/u.test(text.slice(at - 1, at + 1));

function findWordStart(text: string, wanted: number): number {
  const least = Math.max(0, wanted - MAX_WORD_LENGTH);
  for (let at = wanted; at > least; at -= 1) if (!isInsideWord(text, at)) return at;
  return least;
}
