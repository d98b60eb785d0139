/** Digits of the smallest integer that a number may not hold exactly. */
const LONG_INTEGER = /\d{16}/u;

type Context = { source?: string };

/** Integers beyond 2^53 become text with all their digits: they are ids. */
const keepDigits = (_key: string, value: unknown, { source = '' }: Context): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/u.test(source) ? source : value;

/** As `JSON.parse`, but long ids keep all their digits. */
export const parseJson = (text: string): unknown =>
  LONG_INTEGER.test(text)
    ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
