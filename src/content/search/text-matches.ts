import { matchesWord, type SearchQuery } from './search-query.ts';
import { foldText, foldWord } from './words.ts';

let pattern: RegExp | undefined;

/** Matches a word without neighbours of other scripts. Created on first use, because it takes 2 MB. */
function wordHere(): RegExp {
  pattern ??= /(?<![[\p{L}\p{N}\p{M}]--\p{Script=Han}])[[\p{L}\p{N}\p{M}]--\p{Script=Han}]+/vy;
  return pattern;
}

/** Word that begins at a position; empty if there is none. */
function wordAt(text: string, at: number): string {
  const here = wordHere();
  here.lastIndex = at;
  return here.exec(text)?.[0] ?? '';
}

/** Common prefix of the spellings of a word, whose last letters may differ. */
const stemOf = (word: string): string => word.slice(0, Math.max(3, word.length - 2));

/** Compares only words with the same stem, because splitting thousands of long texts is slow. */
function containsWord(text: string, word: string): boolean {
  const stem = stemOf(word);
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
    if (matchesWord(foldWord(wordAt(text, at)), word)) return true;
  }
  return false;
}

export const normaliseForSearch = (text: string): string => foldText(text).toLowerCase();

/**
 * Returns a function that tests whether a text from `normaliseForSearch` contains all words of the query or words that begin with
 * them. A query of punctuation is searched for as it is.
 */
export function createTextMatcher({ keyword, words, segments }: SearchQuery): (text: string) => boolean {
  const isPunctuation = words.length + segments.length === 0;
  const punctuation = keyword.toLowerCase();
  return (text) =>
    isPunctuation
      ? text.includes(punctuation)
      : segments.every((segment) => text.includes(segment)) &&
        words.every((word) => containsWord(text, word));
}
