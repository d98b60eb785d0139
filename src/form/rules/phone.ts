import { MAX_EXTENSION_DIGITS } from './limits.ts';

const PHONE = new RegExp(
  String.raw`^(?<number>[\d+()\- ]+)(?:(?:extension|ext|x|转|轉|分机|分機|#)[.: ]*\d{1,${MAX_EXTENSION_DIGITS}})?$`,
  'iu',
);
const NO_DIGIT = /\D/gu;

/**
 * How many digits the number has without its extension (`ext. 12`, `x12`, `转 12`, `分机 12`, `#12`), from a text that
 * `plainNumber` has been over; undefined where it is not written as a phone number.
 */
export function phoneDigits(text: string): number | undefined {
  return PHONE.exec(text)?.groups?.number?.replace(NO_DIGIT, '').length;
}
