import type { Nodes, Root } from 'hast';
import { toText } from 'hast-util-to-text';

const SUPERSCRIPTS = new Map([...'0123456789+-−=()n'].map((one, at) => [one, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ'][at]]));
const SUBSCRIPTS = new Map([...'0123456789+-−=()'].map((one, at) => [one, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][at]]));

/** Prepares a tree for plain text: hides deleted text and converts superscripts and subscripts to Unicode characters. */
function makeReadable(nodes: readonly Nodes[]): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const { tagName, properties, children } = node;
    const [first, ...others] = children;
    if (tagName === 'del' || tagName === 's') properties.hidden = true;
    if (/^su[bp]$/u.test(tagName) && first?.type === 'text' && others.length === 0) {
      const shifted = Array.from(first.value, (one) =>
        (tagName === 'sup' ? SUPERSCRIPTS : SUBSCRIPTS).get(one),
      );
      first.value = shifted.includes(undefined) ? first.value : shifted.join('');
    } else makeReadable(children);
  }
}

/**
 * Returns the non-empty lines of a tree as a reader sees them: one per block or table row, with joined cells. Modifies the tree.
 */
export function linesOf(root: Root): string[] {
  makeReadable(root.children);
  const text = toText(root)
    .replaceAll('\t', ' · ')
    .replace(/[^\S\n]+/gu, ' ');
  return withPlainSpaces(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Removes spaces after Chinese punctuation. */
const withPlainSpaces = (text: string): string =>
  text.replace(/(?<=[，。；：！？、）》」]) |(?<=”) (?=[\p{Script=Han}，。；：！？、（《「])/gu, '');

/** Returns a text as one line. */
export const plainText = (text: string): string => withPlainSpaces(text.replace(/\s+/gu, ' ')).trim();

const SENTENCE_END = /[。！？]|[.!?](?=\s)/gu;

/**
 * Returns the start of a text in one line: whole sentences if they fill half of `length` characters, otherwise truncated with an
 * ellipsis.
 */
export function excerpt(text: string, length = 160): string {
  // A character has at most two UTF-16 units; whitespace may be collapsed.
  const characters = [...plainText(text.slice(0, 8 * length)).slice(0, 2 * length + 1)];
  if (characters.length <= length) return characters.join('');
  const start = characters.slice(0, length - 1).join('');
  const end = [...start.matchAll(SENTENCE_END)].at(-1)?.index ?? 0;
  return end > start.length / 2 ? start.slice(0, end + 1) : `${start.trimEnd()}…`;
}
