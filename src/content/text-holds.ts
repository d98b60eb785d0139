import { isMeant, type SearchQuery } from './search-query.ts';
import { foldWidth, foldWord } from './words.ts';

let pattern: RegExp | undefined;

/** A word without the characters of other scripts that follow it. Made when it is first needed: it takes 2 MB. */
function wordHere(): RegExp {
  pattern ??= /[[\p{L}\p{N}\p{M}]--\p{Script=Han}]+/vy;
  return pattern;
}

/** The word that begins at a place, or goes on there; empty where there is none. */
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
    if (at > 0 && wordAt(text, at - 1) !== '') continue;
    if (isMeant(foldWord(wordAt(text, at)), word)) return true;
  }
  return false;
}

/** A text as `textHolds` looks through it. */
export const asSearched = (text: string): string => foldWidth(text).toLowerCase();

/**
 * Whether a text, made by `asSearched`, holds all that is looked for: words or their beginnings, and Han words anywhere; of signs
 * alone, these as they are.
 */
export function textHolds({ keyword, words, segments }: SearchQuery): (text: string) => boolean {
  const isOfSigns = words.length + segments.length === 0;
  const signs = keyword.toLowerCase();
  return (text) =>
    isOfSigns
      ? text.includes(signs)
      : segments.every((segment) => text.includes(segment)) && words.every((word) => holdsWord(text, word));
}
