const UNSEEN = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu;
const LINE_BREAKS = /[\n\u2028\u2029]+/gu;
const NO_WIDTH = /^[\p{M}\p{Cf}\p{Cc}]*$/u;
const WIDE_SCRIPT =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}]/u;
const WIDE_SIGN = /[\u3000-\u303F\u30FB-\u30FC\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const NARROW = /^[\uFF61-\uFFDC]/u;
const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u;

const characters = new Intl.Segmenter('en');

/** A text without control characters and without marks that would reverse the text beside it; its line breaks stay. */
export const visible = (text: string): string => text.replace(UNSEEN, '');

/** As `visible`, on one line. */
export const visibleLine = (text: string): string => visible(text).replace(LINE_BREAKS, ' ');

/** The columns that a text takes on a terminal: two for a Chinese character or an emoji. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of characters.segment(text)) width += widthOfCharacter(segment);
  return width;
}

function widthOfCharacter(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  if (NARROW.test(character)) return 1;
  return WIDE_SCRIPT.test(character) || WIDE_SIGN.test(character) || EMOJI.test(character) ? 2 : 1;
}

/** Fills a text with spaces up to a width; a wider one stays as it is. */
export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));
