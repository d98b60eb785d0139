const FULL_WIDTH = /[\uFF01-\uFF5E]/gu;
const FULL_WIDTH_OFFSET = 0xfee0;
const DASH = /[\p{Dash_Punctuation}\u2212]/gu;
const SPACES = /\s+/gu;
const FORMAT = /\p{Cf}/gu;
const NOT_TYPED_ON_PURPOSE = /[\s\p{Cf}\p{Cc}]/gu;

/** Full-width digits, letters and signs (`０`, `Ａ`, `＋`), as Chinese keyboards write them, as ASCII. */
export const halfWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET));

/** A number as typed or pasted: half-width, every dash a hyphen, spaces single, no invisible marks. */
export const plainNumber = (text: string): string =>
  halfWidth(text).replace(DASH, '-').replace(FORMAT, '').replace(SPACES, ' ').trim();

/** A typed code as it is compared: full-width digits are ASCII ones, without white space anywhere. */
export const normaliseCaptcha = (text: string): string => halfWidth(text).replace(NOT_TYPED_ON_PURPOSE, '');
