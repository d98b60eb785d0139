const HAN_CHARACTER = /\p{Script=Han}/u;

/** Returns the `lang` attribute of a name: Chinese if it contains Chinese characters. */
export const languageOf = (name: string): 'zh-CN' | undefined =>
  HAN_CHARACTER.test(name) ? 'zh-CN' : undefined;

/** Part of a text. All parts joined are the complete text. */
export type TextPart = { text: string; href?: string };

/** Splits a text into links and the text between them. Matches full-width characters as their ASCII equivalents. */
function splitAtLinks(text: string, pattern: RegExp, hrefOf: (match: string) => string): TextPart[] {
  const ascii = text.replace(/[\u3000\uFF01-\uFF5E]/gu, (character) => character.normalize('NFKC'));
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of ascii.matchAll(pattern)) {
    parts.push({ text: text.slice(end, index) });
    end = index + match.length;
    parts.push({ text: text.slice(index, end), href: hrefOf(match) });
  }
  return [...parts, { text: text.slice(end) }].filter((part) => part.text);
}

/** Matches groups of digits. A space between two complete numbers separates them. */
const PHONE_NUMBER =
  /(?<!\d)\+?(?:\d|\(\+?\d{1,5}\))(?:(?!(?<=\d(?:[ -]?\d){6}) +(?:\(?0\d{2,3}\)?[ -]?\d{3,4}[ -]?\d{4}|1[3-9]\d[ -]?\d{4}[ -]?\d{4}|[48]00[ -]?\d{3,4}[ -]?\d{3,4})(?!\d))[ .\u2010-\u2015-]{0,3}(?:\d|\(\d{1,5}\))){4,24}(?: ?\(?(?:转|轉|分机|分機|ext(?:ension)?\b\.?|x|#)[ :]?\d{1,6})?/giu;

/** Matches an extension, which follows a word, or a hyphen after a complete number. */
const EXTENSION = /(?:[^\d\s().+\u2010-\u2015-]\D{0,12}|(?<=\d{7})[\u2010-\u2015-])(\d{1,6})$/u;

/**
 * Builds the `tel:` link of a phone number with its extension (RFC 3966). Removes the `(0)` of `+44 (0)20`, which is dialled only
 * inside the country.
 */
function buildTelephoneHref(phone: string): string {
  const [rest = '', extension] = EXTENSION.exec(phone) ?? [];
  const number = phone.slice(0, phone.length - rest.length).replace(/^(\(?\+\d{1,4}\)? ?)\(0\)/u, '$1');
  const digits = number.replace(/[^\d+]/gu, '').replace(/(?!^)\+/gu, '');
  return `tel:${digits}${extension ? `;ext=${extension}` : ''}`;
}

export const linkPhones = (text: string): TextPart[] => splitAtLinks(text, PHONE_NUMBER, buildTelephoneHref);

const EMAIL_ADDRESS =
  /(?<![\w.!#$%&'*+=?^`{}~-])[\w.!#$%&'*+=?^`{}~-]+@(?:[a-z\d-]+(?:\.[a-z\d-]+)+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)/giu;

/** Builds a `mailto:` URL and escapes its special characters (RFC 6068, section 2). */
export const buildMailtoHref = (email: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}`;

export const linkEmails = (text: string): TextPart[] => splitAtLinks(text, EMAIL_ADDRESS, buildMailtoHref);

/** Matches a 公安备案 number with the text around it. */
const POLICE_RECORD = /(?:[^\s\d,;、|/][^\d\n,;、|/]{0,20})?\d(?: ?\d){4,13}(?: ?号)?/gu;
const POLICE_REGISTER = 'https://beian.mps.gov.cn/#/query/webSearch?code=';

/** Links each 公安备案 number to its entry in the register of the Ministry of Public Security. */
export const linkPoliceRecords = (text: string): TextPart[] =>
  splitAtLinks(text, POLICE_RECORD, (record) => POLICE_REGISTER + record.replace(/\D/gu, ''));
