/** Matches numbers that may be integers beyond 2^53, which have 16 digits or more. */
const LONG_INTEGER = /(?<=[[:,\s])(-?[1-9]\d{15,99})(?=[\s,\]}])/u;
const ESCAPE = /\\./gsu;

const quoteUnsafe = (integer: string): string =>
  Number.isSafeInteger(Number(integer)) ? integer : `"${integer}"`;

/** Puts quotation marks around integers beyond 2^53. A reviver would need a call for each value. */
function quoteLongIntegers(json: string): string {
  let isInString = false;
  const parts = json.split(LONG_INTEGER).map((part, at) => {
    if (at % 2 === 1) return isInString ? part : quoteUnsafe(part);
    const hasEvenQuotes = part.replace(ESCAPE, '').split('"').length % 2 === 1;
    isInString = isInString === hasEvenQuotes;
    return part;
  });
  return parts.join('');
}

/** Parses JSON like `JSON.parse`, but keeps all digits of long ids, as strings. */
export const parseJson = (text: string): unknown =>
  JSON.parse(LONG_INTEGER.test(text) ? quoteLongIntegers(text) : text);

/** Parses JSON. Returns undefined if the text is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
