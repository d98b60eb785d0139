import { matchesWord, type SearchQuery } from './search-query.ts';
import { foldWidth, foldWord } from './words.ts';

let pattern: RegExp | undefined;

/** Matches a word without neighbours of other scripts. Created on first use, because it takes 2 MB. */
function wordHere(): RegExp {
  pattern ??= /(?<![[\p{L}\p{N}\p{M}]--\p{Script=Han}])[[\p{L}\p{N}\p{M}]--\p{Script=Han}]+/vy;
  return pattern;
}

/** The word that begins at a place; empty if none does. */
function wordAt(text: string, at: number): string {
  const here = wordHere();
  here.lastIndex = at;
  return here.exec(text)?.[0] ?? '';
}

/** What all ways of writing a word begin with: their last letters may differ. */
const stemOf = (word: string): string => word.slice(0, Math.max(3, word.length - 2));

/** Only words that begin like the wanted one are looked at: of thousands of long texts, all words would take seconds. */
function holdsWord(text: string, word: string): boolean {
  const stem = stemOf(word);
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
    if (matchesWord(foldWord(wordAt(text, at)), word)) return true;
  }
  return false;
}

/** A text as `createTextMatcher` looks through it. */
export const normaliseForSearch = (text: string): string => foldWidth(text).toLowerCase();

/**
 * Whether a text, made by `normaliseForSearch`, holds all that is looked for: words or their beginnings, and Han words anywhere; of signs
 * alone, these as they are.
 */
export function createTextMatcher({ keyword, words, segments }: SearchQuery): (text: string) => boolean {
  const isOfSigns = words.length + segments.length === 0;
  const signs = keyword.toLowerCase();
  return (text) =>
    isOfSigns
      ? text.includes(signs)
      : segments.every((segment) => text.includes(segment)) && words.every((word) => holdsWord(text, word));
}
