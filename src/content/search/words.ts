/** Normalised word of a text with its position. `isHan`: a run of characters written without spaces. */
export type Word = { term: string; start: number; end: number; isHan: boolean };

/**
 * Matches Han and kana runs (`ー` lengthens a kana), numbers with their signs, and words of letters with the part after an
 * apostrophe.
 */
const WORDS =
  /(?<han>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|\d+(?:[.,]\d+)+|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+(?:['’][[\p{L}\p{M}]--\p{Script=Han}]+)?/gv;

/** Endings of English spelling variants: plurals, possessives, British and American. */
const ENDINGS: readonly [RegExp, string][] = [
  [/['’].*$/su, ''],
  [/(?<=.{2})ies?$/u, 'y'],
  [/(?<=ss|sh|ch|x|z)es$/u, ''],
  [/(?<=.{2}[^su])s$/u, ''],
  [/(?<=.{3})our$/u, 'or'],
  [/(?<=.{3}am)me$/u, ''],
  [/(?<=.{2}t)re$/u, 'er'],
  [/(?<=.{4}i)s(?=(?:e|ed|ing|ation)$)/u, 'z'],
];

/** Words that look like plurals but are not. */
const SINGULAR = new Set(['news']);

/** Normalises case, width, accents and the endings above. */
export function foldWord(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (/^[\d.,]+$/u.test(plain)) return plain.replaceAll(',', '');
  if (SINGULAR.has(plain)) return plain;
  return ENDINGS.reduce((folded, [ending, other]) => folded.replace(ending, other), plain);
}

/** Yields the words of a text in order; a run of Han characters is one word. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(WORDS)) {
    const [written] = match;
    const isHan = match.groups?.han !== undefined;
    const term = isHan ? written.normalize('NFKC') : foldWord(written);
    yield { term, start: match.index, end: match.index + written.length, isHan };
  }
}

/** Returns the characters and bigrams of a run of Han characters. */
export function charactersAndPairs(run: string): string[] {
  const characters = [...run];
  return [...characters, ...characters.slice(1).map((character, at) => `${characters[at]}${character}`)];
}

/** Zero-width characters, soft hyphens and direction marks. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const HAN_LINE_END = /(?<=\p{Script=Han})[ \t]*\r?\n[ \t]*(?=\p{Script=Han})/gu;

/** Returns the text as people see it, in compatibility form, so that texts that look the same are equal. */
export const foldText = (text: string): string =>
  text.normalize('NFKC').replace(UNSEEN, '').replace(HAN_LINE_END, '');

/** Returns the words of a text, each between spaces, for `createTextMatcher`. */
export const searchableText = (text: string): string =>
  ` ${[...wordsOf(foldText(text))].map(({ term }) => term).join(' ')} `;
