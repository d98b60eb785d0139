import { cleanLine } from '../form/rules/text.ts';

const BIDI_CONTROLS = /\p{Bidi_Control}/gu;

/** One line without characters that reorder the text around it. */
export const plainLine = (text: string): string => cleanLine(text.replace(BIDI_CONTROLS, ''));

/** A plain line of at most `maxLength` characters; a longer one ends with `…` after them. */
export function boundedLine(text: string, maxLength: number): string {
  const characters = [...plainLine(text)];
  return characters.length <= maxLength
    ? characters.join('')
    : `${characters.slice(0, maxLength).join('').trimEnd()}…`;
}
