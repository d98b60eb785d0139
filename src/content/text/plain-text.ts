import type { Element, ElementContent, Root } from 'hast';
import { toText } from 'hast-util-to-text';

const RAISED = new Map([...'0123456789+-−=()n'].map((one, at) => [one, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ'][at] ?? one]));
const LOWERED = new Map([...'0123456789+-−=()'].map((one, at) => [one, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][at] ?? one]));

/** Writes an exponent or an index in its own characters, if it has them: `10⁶`, `CO₂`. */
function shifted({ children: [only, ...more] }: Element, characters: ReadonlyMap<string, string>) {
  if (only?.type !== 'text' || more.length > 0 || ![...only.value].every((one) => characters.has(one)))
    return;
  return { type: 'text' as const, value: [...only.value].map((one) => characters.get(one)).join('') };
}

/** Nodes for plain text: without what is deleted. */
function readable<T extends Root | Element>(parent: T): T {
  const children = (parent.children as ElementContent[]).flatMap((node): ElementContent[] => {
    if (node.type !== 'element') return [node];
    if (node.tagName === 'del' || node.tagName === 's') return [{ type: 'text', value: ' ' }];
    const exponent = node.tagName === 'sup' ? shifted(node, RAISED) : undefined;
    return [exponent ?? (node.tagName === 'sub' ? shifted(node, LOWERED) : undefined) ?? readable(node)];
  });
  return { ...parent, children };
}

/** Non-empty lines of a tree as a reader sees them: one per block or table row, whose cells are joined. */
export const linesOf = (root: Root): string[] =>
  toText(readable(root))
    .split('\n')
    .map((line) => plainText(line.replaceAll('\t', ' · ')))
    .filter((line) => line !== '');

/** A text in one line. */
export const plainText = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .replace(/(?<=[，。；：！？、）》」]) |(?<=”) (?=[\p{Script=Han}，。；：！？、（《「])/gu, '')
    .trim();

const SENTENCE_END = /[。！？]|[.!?](?=\s)/gu;

/** Start of a text in one line: whole sentences if they fill half of `length` characters, otherwise cut with an ellipsis. */
export function excerpt(text: string, length = 160): string {
  // A character has at most two UTF-16 units; white space may be joined.
  const characters = [...plainText(text.slice(0, 8 * length)).slice(0, 2 * length + 1)];
  if (characters.length <= length) return characters.join('');
  const start = characters.slice(0, length - 1).join('');
  const end = [...start.matchAll(SENTENCE_END)].at(-1)?.index ?? 0;
  return end > start.length / 2 ? start.slice(0, end + 1) : `${start.trimEnd()}…`;
}
