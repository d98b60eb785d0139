/** A word of a text as it is compared, with its place; `isHan`: a run of characters that are written without spaces. */
export type Word = { term: string; start: number; end: number; isHan: boolean };

/**
 * Han and kana runs; numbers with their signs; words of letters, with what follows an apostrophe. \u30fc lengthens a kana,
 * \u2019 is an apostrophe.
 */
const WORDS =
  /(?<han>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+)|\d+(?:[.,]\d+)+|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+(?:['\u2019][[\p{L}\p{M}]--\p{Script=Han}]+)?/gv;

/** Endings by which the same English word is written in two ways: plurals, possessives, British and American. */
const ENDINGS: readonly [RegExp, string][] = [
  [/['\u2019].*$/su, ''],
  [/(?<=.{2})ies?$/u, 'y'],
  [/(?<=ss|sh|ch|x|z)es$/u, ''],
  [/(?<=.{2}[^su])s$/u, ''],
  [/(?<=.{3})our$/u, 'or'],
  [/(?<=.{3}am)me$/u, ''],
  [/(?<=.{2}t)re$/u, 'er'],
  [/(?<=.{4}i)s(?=(?:e|ed|ing|ation)$)/u, 'z'],
];

/** No plural, though it looks like one. */
const AS_WRITTEN = new Set(['news']);

/** A word without the accidents of its writing: case, width, accents, and the endings above. */
export function foldWord(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (/^[\d.,]+$/u.test(plain)) return plain.replaceAll(',', '');
  if (AS_WRITTEN.has(plain)) return plain;
  return ENDINGS.reduce((folded, [ending, other]) => folded.replace(ending, other), plain);
}

/** The words of a text in order; those of Han characters come as whole runs. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(WORDS)) {
    const [written] = match;
    const isHan = match.groups?.han !== undefined;
    const term = isHan ? written.normalize('NFKC') : foldWord(written);
    yield { term, start: match.index, end: match.index + written.length, isHan };
  }
}

/** A run of Han characters as its characters, and as the pairs of neighbours among them. */
export function charactersAndPairs(run: string): string[] {
  const characters = [...run];
  return [...characters, ...characters.slice(1).map((character, at) => `${characters[at]}${character}`)];
}

/** What folds full-width letters, digits and signs, one for one, so that places in a text stay the same. */
export const foldWidth = (text: string): string =>
  text.replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/gu, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
