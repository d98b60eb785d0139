/** Matches JSON that may contain integers beyond 2^53, which have 16 digits or more. */
const LONG_NUMBER = /\d{16}/u;
const INTEGER = /^-?\d+$/u;

/** Parses JSON like `JSON.parse`, but keeps all digits of long ids, as strings. */
export const parseJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, keepLongInteger) : JSON.parse(text);

/** Reviver. `context.source` is the text of a value, which TypeScript does not declare yet. */
const keepLongInteger = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && INTEGER.test(context?.source ?? '')
    ? context?.source
    : value;

/** Parses JSON. Returns undefined if the text is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
