import pairs from 'opencc-js/dict/TSCharacters';
import { segmentWords } from '../text/plain-text.ts';
import { foldText } from './fold-text.ts';

/** Normalised word of a text with its position. `isHan`: a run of characters written without spaces. */
export type Word = { term: string; start: number; end: number; isHan: boolean };

/** Matches Han and kana runs (`ー` lengthens a kana), numbers with signs, and words with the part after an apostrophe. */
const WORD =
  /(?<han>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|\d+(?:[.,]\d+)+|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+(?:['’][[\p{L}\p{M}]--\p{Script=Han}]+)?/gv;

/** Endings of English spelling variants: plurals, possessives, British and American. */
const SPELLING_VARIANTS: readonly [RegExp, string][] = [
  [/['’].*$/su, ''],
  [/(?<=.{2})ies?$/u, 'y'],
  [/(?<=ss|sh|ch|x|z)es$/u, ''],
  [/(?<=.{2}[^su])s$/u, ''],
  [/(?<=.{3})our$/u, 'or'],
  [/(?<=.{3}am)me$/u, ''],
  [/(?<=.{2}t)re$/u, 'er'],
  [/(?<=.{4}i)s(?=(?:e|ed|ing|ation)$)/u, 'z'],
];

const SINGULAR = new Set(['news']);

/** Normalises case, width, accents and the endings above. */
export function foldWord(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (/^[\d.,]+$/u.test(plain)) return plain.replaceAll(',', '');
  if (SINGULAR.has(plain)) return plain;
  return SPELLING_VARIANTS.reduce((folded, [ending, other]) => folded.replace(ending, other), plain);
}

/** Yields a text's words in order; a run of Han characters is one word. */
export function* splitWords(text: string): Generator<Word> {
  for (const match of text.matchAll(WORD)) {
    const [written] = match;
    const isHan = match.groups?.han !== undefined;
    const term = isHan ? written.normalize('NFKC') : foldWord(written);
    yield { term, start: match.index, end: match.index + written.length, isHan };
  }
}

/** Returns the characters and bigrams in a run of Han characters. */
export function splitCharactersAndPairs(run: string): string[] {
  const characters = [...run];
  return [...characters, ...characters.slice(1).map((character, at) => `${characters[at]}${character}`)];
}

/** Returns a text's words, each between spaces, for `createTextMatcher`. */
export const toSearchableText = (text: string): string =>
  ` ${[...splitWords(foldText(text))].map(({ term }) => term).join(' ')} `;

let simplifiedCharacters: ReadonlyMap<string, string> | undefined;

/** Replaces traditional Chinese characters with simplified ones, which most texts use. */
function toSimplified(text: string): string {
  simplifiedCharacters ??= new Map(pairs.split('|').map((pair) => pair.split(' ', 2) as [string, string]));
  return Array.from(text, (one) => simplifiedCharacters?.get(one) ?? one).join('');
}

/** `keyword`: folded, mostly simplified; `sent`: keyword for the backend; `segments`: Han words, which match anywhere in a text. */
export type SearchQuery = { keyword: string; sent: string; words: string[]; segments: string[] };

const MAX_WORDS = 12;

/** Minimum prefix length: `invest` matches `investment`, but `tea` does not match `team`. */
export const MIN_PREFIX_LENGTH = 4;

/** Words that are ignored if the query has other words. */
const STOP_WORDS = new Set([
  ...'abcdefghijklmnopqrstuvwxyz',
  ...`all an and any are as at be been but by can could do does for from had has have how i if in into is it its me more most
  my no not of on one only or other our out so some such than that the their them then there these they this those to us was we
  were what when where which who will with would you your`.split(/\s+/u),
]);
const STOP_CHARACTERS = new Set('的了和与及或在是有吗呢');

/**
 * Splits a run of Han characters into words. Joins consecutive single characters, which are usually one word that the segmenter
 * does not know (资 and 质). Appends a single character to the word before it, because it usually ends that word (办公 and 室).
 */
function splitHanWords(run: string): string[] {
  const words: string[] = [];
  let pending = '';
  const close = () => {
    const isEnd = pending.length === 1 && words.length > 0 && !STOP_CHARACTERS.has(words.at(-1) ?? '');
    if (isEnd) words.push(`${words.pop()}${pending}`);
    else if (pending) words.push(pending);
    pending = '';
  };
  for (const segment of segmentWords(run)) {
    if (segment.length === 1 && !STOP_CHARACTERS.has(segment)) {
      pending += segment;
      continue;
    }
    close();
    words.push(segment);
  }
  close();
  return words;
}

/** Returns the unique words without stop words, or all of them if there are no others. */
function removeStopWords(words: readonly string[], stop: ReadonlySet<string>): string[] {
  const all = [...new Set(words)];
  const some = all.filter((word) => !stop.has(word));
  return (some.length > 0 ? some : all).slice(0, MAX_WORDS);
}

/** Parses a keyword; ignores punctuation. `convert` may keep traditional characters. */
export function parseQuery(typed: string, convert = toSimplified): SearchQuery {
  // Keeps punctuation: backends compare words as written.
  const sent = convert(Array.from(typed, (one) => (/\p{P}/u.test(one) ? one : foldText(one))).join(''));
  const keyword = convert(foldText(typed)).trim();
  const found = [...splitWords(keyword)];
  const words = found.filter(({ isHan }) => !isHan).map(({ term }) => term);
  const segments = found.filter(({ isHan }) => isHan).flatMap(({ term }) => splitHanWords(term));
  return {
    keyword,
    sent: sent.trim(),
    words: removeStopWords(words, STOP_WORDS),
    segments: removeStopWords(segments, STOP_CHARACTERS),
  };
}

/** Returns whether a term equals a query word or starts with it. */
export const matchesWord = (term: string, word: string): boolean =>
  term === word || (word.length >= MIN_PREFIX_LENGTH && term.startsWith(word));

/** Returns a function that tests whether a `searchableText` contains all words of the query or words that start with them. */
export function createTextMatcher({ words, segments }: SearchQuery): (text: string) => boolean {
  const parts = [
    ...segments,
    ...words.map((word) => (word.length < MIN_PREFIX_LENGTH ? ` ${word} ` : ` ${word}`)),
  ];
  return (text) => parts.length > 0 && parts.every((part) => text.includes(part));
}
