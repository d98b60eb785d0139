import type { Nodes, Parents, Root, Text } from 'hast';
import { toText } from 'hast-util-to-text';

/** Matches a space between two Han characters. U+0000 separates the texts of elements. */
const HAN_SPACE = /(?<=[\p{Script=Han}，。；：！？、）》」”])[ \t\r\n\0]+(?=[\p{Script=Han}（《「“])/gu;

/** Removes line ends between two Han characters, because they are not spaces. */
export const joinHanLines = (text: string): string =>
  text.includes('\n')
    ? text.replace(HAN_SPACE, (space) => (space.includes('\n') ? space.replace(/[^\0]+/gu, '') : space))
    : text;

const ZERO_WIDTH_SPACE = '\u200b';
/** Removes soft hyphens, and zero-width characters that do not join others. */
export const removeInvisible = (text: string): string => text.replace(/[\u00ad\u200b\u2060\ufeff]/gu, '');

/** Removes spaces after Chinese punctuation. */
const removeSpacesAfterPunctuation = (text: string): string =>
  text.replace(/(?<=[，。；：！？、）》」]) |(?<=”) (?=[\p{Script=Han}，。；：！？、（《「])/gu, '');

const DIGITS_AND_SIGNS = '0123456789+-';
/** Unicode characters for superscripts and subscripts in plain text. */
const SUPER_AND_SUBSCRIPTS: Readonly<Record<string, string>> = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻', sub: '₀₁₂₃₄₅₆₇₈₉₊₋' };

/** Elements whose text is not read: deleted text, and the pronunciation of characters. */
const UNREAD_TAG = /^(?:del|s|rt|rp)$/u;

/** Prepares a tree for plain text: separates the words around images, and converts digits of superscripts and subscripts. */
function makeReadable(nodes: readonly Nodes[], shifted?: string): void {
  for (const node of nodes) {
    if (node.type === 'text' && shifted)
      node.value = node.value.replace(/[0-9+-]/gu, (one) => shifted.charAt(DIGITS_AND_SIGNS.indexOf(one)));
    if (node.type !== 'element') continue;
    const { tagName, properties, children } = node;
    if (UNREAD_TAG.test(tagName)) properties.hidden = true;
    else if (tagName === 'img' && properties.class !== 'inline') node.tagName = 'br';
    else if (tagName === 'img') node.children = [{ type: 'text', value: ' ' }];
    else makeReadable(children, SUPER_AND_SUBSCRIPTS[tagName] ?? shifted);
  }
}

const listTexts = ({ children }: Parents): Text[] =>
  children.flatMap((node) => {
    if (node.type === 'text') return node;
    return node.type === 'element' && node.tagName !== 'pre' ? listTexts(node) : [];
  });

/** Applies `joinHanLines` to the texts of a tree as if they were one. */
function joinHanTexts(root: Root): void {
  const texts = listTexts(root);
  const joined = joinHanLines(texts.map(({ value }) => value).join('\0')).split('\0');
  // `toText` reads an empty text as a space.
  for (const [at, text] of texts.entries()) text.value = joined[at] || ZERO_WIDTH_SPACE;
}

/** Returns the non-empty lines of a tree as readers see them: one per block or table row, with joined cells. Modifies the tree. */
export function treeToText(root: Root): string {
  makeReadable(root.children);
  joinHanTexts(root);
  const text = removeInvisible(toText(root))
    .replaceAll('\t', ' · ')
    .replace(/[^\S\n]+/gu, ' ');
  return removeSpacesAfterPunctuation(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

export const toSingleLine = (text: string): string =>
  removeSpacesAfterPunctuation(removeInvisible(text).replace(/\s+/gu, ' ')).trim();

const SENTENCE_END = /[。！？]|[.!?](?=\s)/gu;

/** Returns the start of a text in one line: whole sentences if they fill half of `length`, otherwise truncated with an ellipsis. */
export function excerpt(text: string, length = 160): string {
  // A character has at most two UTF-16 units; whitespace may be collapsed.
  const characters = [...toSingleLine(text.slice(0, 8 * length)).slice(0, 2 * length + 1)];
  if (characters.length <= length) return characters.join('');
  const start = characters.slice(0, length - 1).join('');
  const end = [...start.matchAll(SENTENCE_END)].at(-1)?.index ?? 0;
  return end > start.length / 2 ? start.slice(0, end + 1) : `${start.trimEnd()}…`;
}

const HAN = /\p{Script=Han}/u;
const NUMBER = /^\p{N}/u;
const WORD = /^[\p{L}\p{N}]/u;
/** One-character words that belong to the next word. */
const ATTACHED_TO_NEXT_WORD = new Set('与和及或在为对让向从以把将被是而并于由按');

const MAX_UNBROKEN_LENGTH = 8;
/** Maximum length of a title. A longer text is not a title and is slow to split. */
const MAX_TITLE_LENGTH = 200;

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
export const segmentWords = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

/** Returns whether a line may break before a word: not next to a single character, which is part of a word or name. */
function canBreakBefore(before: string, word: string): boolean {
  if (!HAN.test(before.slice(-1))) return false;
  if (ATTACHED_TO_NEXT_WORD.has(word)) return true;
  const length = before.length - (ATTACHED_TO_NEXT_WORD.has(before.charAt(0)) ? 1 : 0);
  return length > 1 && (word.length > 1 ? WORD.test(word) : NUMBER.test(word));
}

/** Splits a Chinese title into phrases between which lines may break, because browsers also break lines inside words. */
export function splitPhrases(text: string): string[] {
  const phrases: string[] = [];
  if (text.length <= MAX_UNBROKEN_LENGTH || text.length > MAX_TITLE_LENGTH || !HAN.test(text)) return [text];
  let phrase = '';
  let tail = '';
  for (const word of segmentWords(text)) {
    if (canBreakBefore(tail, word)) {
      phrases.push(phrase);
      phrase = '';
      tail = '';
    }
    phrase += word;
    tail = WORD.test(word) ? tail + word : '';
  }
  return [...phrases, phrase];
}
