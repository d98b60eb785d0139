const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;
const UNSEEN = /(?!\n)[\p{Cc}\p{Noncharacter_Code_Point}]/gu;
const TRIMMED = /[\s\u200B\u2060]/u;
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Counts Unicode code points, the unit of the limits. */
export const lengthOf = (text: string): number => [...text].length;

/** `edge` matches one character. A loop avoids backtracking on long texts. */
export function stripStart(text: string, edge: RegExp): string {
  let from = 0;
  while (from < text.length && edge.test(text.charAt(from))) from += 1;
  return text.slice(from);
}

export function stripEnd(text: string, edge: RegExp): string {
  let to = text.length;
  while (to > 0 && edge.test(text.charAt(to - 1))) to -= 1;
  return text.slice(0, to);
}

/** Returns an empty string if no character is visible. */
export const trimmed = (text: string): string =>
  VISIBLE.test(text) ? stripStart(stripEnd(text, TRIMMED), TRIMMED) : '';

/** Browsers send line breaks as `\r\n`, which would count twice. */
export const cleanLines = (text: string): string =>
  trimmed(text.toWellFormed().replace(LINE_BREAK, '\n').replaceAll('\t', ' ').replace(UNSEEN, ''));

/** Browsers remove line breaks from one-line inputs. */
export const cleanLine = (text: string): string => cleanLines(text).replaceAll('\n', ' ');

const FULL_WIDTH = /[\uFF01-\uFF5E]/gu;
const FULL_WIDTH_OFFSET = 0xfee0;
/** Hyphens and dashes, also the minus sign, and the lines that input methods offer (`─`, `ー`). */
const DASH = /[\p{Dash_Punctuation}\u2212\u2500\u30FC]/gu;
const SPACES = /\s+/gu;
const FORMAT = /\p{Cf}/gu;
const UNINTENDED = /[\s\p{Cf}\p{Cc}]/gu;

/** Converts full-width characters of Chinese keyboards (`０`, `Ａ`, `＋`) to ASCII. */
const halfWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET));

export const plainNumber = (text: string): string =>
  halfWidth(text).replace(DASH, '-').replace(FORMAT, '').replace(SPACES, ' ').trim();

const IDEOGRAPHIC_STOP = /[。｡]/gu;
const SPACES_IN_LINE = /[^\S\r\n]+/gu;
const AROUND_EMAIL_SIGNS = / ?([@.]) ?/gu;
/** An international domain that cannot be parsed as another part of a URL. */
const INTERNATIONAL = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{Nd}.-]{1,253}$/u;

/** Converts an international domain to Punycode, as browsers do. */
function toAsciiDomain(email: string): string {
  const start = email.lastIndexOf('@') + 1;
  const domain = email.slice(start);
  if (!INTERNATIONAL.test(domain)) return email;
  return email.slice(0, start) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}

export const plainEmail = (text: string): string =>
  toAsciiDomain(
    trimmed(halfWidth(text).replace(IDEOGRAPHIC_STOP, '.').replace(FORMAT, ''))
      .replace(SPACES_IN_LINE, ' ')
      .replace(AROUND_EMAIL_SIGNS, '$1')
      .replace(/\.$/u, ''),
  );

export const normaliseCaptcha = (text: string): string => halfWidth(text).replace(UNINTENDED, '');

const AROUND_SIGNS = / ?([-/.年月日号]) ?/gu;
const WITH_SIGNS = /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})$/u;
const CHINESE = /^(?<year>\d{4})年(?<month>\d{1,2})月(?<day>\d{1,2})[日号]?$/u;

/** Parses `2020-1-2`, `2020/1/2`, `2020.1.2` or `2020年1月2日` to an ISO day. Returns undefined if the day does not exist. */
export function readDate(text: string): string | undefined {
  const plain = plainNumber(text).replace(AROUND_SIGNS, '$1');
  const { year, month, day } = (WITH_SIGNS.exec(plain) ?? CHINESE.exec(plain))?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined || year === '0000') return undefined;
  const iso = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const date = new Date(iso);
  // `Date` turns 30 February into another day.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}
