/** Removes spaces after Chinese punctuation. */
const withPlainSpaces = (text: string): string =>
  text.replace(/(?<=[，。；：！？、）》」]) |(?<=”) (?=[\p{Script=Han}，。；：！？、（《「])/gu, '');

/** Returns the non-empty lines of a text without superfluous spaces. */
export const trimLines = (text: string): string =>
  withPlainSpaces(text.replace(/[^\S\n]+/gu, ' '))
    .replace(/ *\n[ \n]*/gu, '\n')
    .trim();

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
