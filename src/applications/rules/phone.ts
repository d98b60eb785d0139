import { MAX_EXTENSION_DIGITS, MAX_PHONE_DIGITS } from './limits.ts';
import { cleanLine, plainNumber, stripEnd, stripStart } from './text.ts';

/** Maximum length of a number with its remarks. A longer text stays as it is, and is then too long. */
const MAX_TYPED_LENGTH = 100;

/** Text without digits before or after a number, such as `Tel:`, a name or `微信同号`, but no letters that stand for digits. */
const LABEL = /^[^\d+(]+/u;
const NOTE = /(?<=\d\)?)[^\d)a-z-]\D*$/iu;

/** Brackets with other characters than those of numbers, and what they must not contain: another number, or one out of use. */
const REMARK = /\((?=[\d+\-. ]*[^()\d+\-. ])[^()]*\)/gu;
const MEANINGFUL = /\d{3}|ext|转|轉|分机|分機|内线|內線|或|停用|作废|作廢/iu;

/** Extensions after a number: `ext. 801`, `(x801)`, `转分机801`, `,801`, `;ext=801`. */
const EXTENSION_SIGN = String.raw`(?:extension|extn?|x|请|請|转|轉|按|拨|撥|接|分机|分機|内线|内線|內線|[#,;]|\*(?!\*))`;
const EXTENSION_FILLER = '(?:number|no|至|到|号码?|號碼?|[.:= -])*';
const EXTENSION = new RegExp(
  String.raw`(?<=[\d)])[ (/-]*(?:${EXTENSION_SIGN}${EXTENSION_FILLER})+` +
    String.raw`(?<digits>\d{1,${MAX_EXTENSION_DIGITS}})(?![ .-]?\d)(?:#|号|號|分机|分機)? ?\)?`,
  'iu',
);
const HAN = /\p{Script=Han}/u;
const NORMALISED = /^(?<number>\(?\+?[\d()\- ]+)(?: (?:ext\.|转) \d+)?$/u;

const TRIMMED = /[ .,;:/、。-]/u;
const OPENING_BRACKETS = /[[【〔「]/gu;
const CLOSING_BRACKETS = /[\]】〕」]/gu;
const MIDDLE_DOTS = /[·•・‧∙]/gu;
const BETWEEN_GROUPS = /(?<=[\d)]) ?[./-] ?(?=[\d(])/gu;

/** Signs and words after which another number, or its last digits, may follow: `88886666/67`. */
const LIST = /[、,;/|\\&]|或|和|及|与|\bor\b|\band\b/iu;
const NUMBER_END = /[^\d+()\-. ]+|(?=\+)/u;
const NUMBER_OR_GROUP_END = /[^\d+()\-.]+|(?=\+)/u;
const AREA_OR_COUNTRY_CODE = /^[ (]*[+0]/u;

const digitsIn = (text: string): string => text.replace(/\D/gu, '');

/** Whether a part has more digits than an area or country code alone. */
const isWhole = (part: string): boolean => digitsIn(part).length >= (AREA_OR_COUNTRY_CODE.test(part) ? 9 : 7);

export function hasSeveralPhones(text: string): boolean {
  const numbers = text.replace(EXTENSION, '');
  const listed = numbers.split(LIST).filter((part) => digitsIn(part).length > 0);
  return (
    listed.slice(0, -1).some(isWhole) ||
    numbers.split(NUMBER_END).filter(isWhole).length > 1 ||
    numbers.split(NUMBER_OR_GROUP_END).filter(isWhole).length > 1 ||
    (digitsIn(numbers).length > MAX_PHONE_DIGITS && /\d\D+\d/u.test(numbers))
  );
}

/** Normalises to digits in groups, then ` ext. 801` or ` 转 801`, without labels and remarks. The result may be invalid. */
export function cleanPhone(typed: string): string {
  const text = plainNumber(cleanLine(typed));
  if (text.length > MAX_TYPED_LENGTH) return text;
  const phone = text
    .replace(OPENING_BRACKETS, '(')
    .replace(CLOSING_BRACKETS, ')')
    .replace(MIDDLE_DOTS, '.')
    .replace(EXTENSION, (found, digits) => ` ${HAN.test(found) ? '转' : 'ext.'} ${digits}`)
    .replace(REMARK, (remark) => (MEANINGFUL.test(remark) ? remark : ' '))
    .replace(LABEL, '')
    .replace(NOTE, (note) => (MEANINGFUL.test(note) ? note : ''))
    .replace(/ +/gu, ' ');
  if (digitsIn(phone).length === 0) return text;
  const trimmed = stripStart(stripEnd(phone, TRIMMED), TRIMMED);
  return hasSeveralPhones(trimmed) ? trimmed : trimmed.replace(BETWEEN_GROUPS, '-');
}

/** Returns the digits without the extension, or undefined if the text is not a normalised phone number. */
export function phoneDigits(phone: string): string | undefined {
  const number = NORMALISED.exec(phone)?.groups?.number;
  return number === undefined ? undefined : digitsIn(number);
}
