/** Only integers of 16 digits or more may exceed 2^53. */
const LONG_INTEGER = /\d{16}/u;

type Context = { source?: string };

/** Converts integers beyond 2^53, which are ids, to strings with all digits. */
const keepDigits = (_key: string, value: unknown, { source = '' }: Context): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/u.test(source) ? source : value;

/** Parses JSON like `JSON.parse`, but keeps all digits of long ids. */
export const parseJson = (text: string): unknown =>
  LONG_INTEGER.test(text)
    ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
    : JSON.parse(text);

/** Parses JSON. Returns undefined if the text is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
