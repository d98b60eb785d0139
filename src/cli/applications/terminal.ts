import stringWidth from 'string-width';

const UNSEEN = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu;
const LINE_BREAKS = /[\n\u2028\u2029]+/gu;

/** A text without control characters and without marks that would reverse the text beside it; its line breaks stay. */
export const visible = (text: string): string => text.replace(UNSEEN, '');

/** As `visible`, on one line. */
export const visibleLine = (text: string): string => visible(text).replace(LINE_BREAKS, ' ');

/** Fills a text with spaces up to a width in columns (a Chinese character takes two); a wider one stays as it is. */
export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)));
