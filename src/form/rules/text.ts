const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;
const TAB = /\t/gu;
const UNSEEN = /(?!\n)[\p{Cc}\p{Noncharacter_Code_Point}]/gu;
const EDGE = /[\s\u200B\u2060]/u;
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** The number of characters as a person counts them in a limit: Unicode code points. */
export const lengthOf = (text: string): number => [...text].length;

/** Cuts what matches `edge` (a pattern of one character) off the start: no back-tracking however long the text. */
export function stripStart(text: string, edge: RegExp): string {
  let from = 0;
  while (from < text.length && edge.test(text.charAt(from))) from += 1;
  return text.slice(from);
}

/** As `stripStart`, at the end. */
export function stripEnd(text: string, edge: RegExp): string {
  let to = text.length;
  while (to > 0 && edge.test(text.charAt(to - 1))) to -= 1;
  return text.slice(0, to);
}

/** Trimmed of every kind of space; empty where nothing of it can be seen. */
export const trimmed = (text: string): string =>
  VISIBLE.test(text) ? stripStart(stripEnd(text, EDGE), EDGE) : '';

/**
 * A text of several lines as it is stored: lines end with `\n` (browsers send `\r\n`, which would count twice), tabs are
 * spaces, no control characters or half surrogates, trimmed.
 */
export const cleanLines = (text: string): string =>
  trimmed(text.toWellFormed().replace(LINE_BREAK, '\n').replace(TAB, ' ').replace(UNSEEN, ''));

/** As `cleanLines`, on one line: a browser's one-line input never sends a line break. */
export const cleanLine = (text: string): string => cleanLines(text).replaceAll('\n', ' ');
