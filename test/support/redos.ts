import { cpuMsOf } from './cpu-time.ts';

const LENGTH = 8000;
/** Lengths that detect exponential and cubic patterns before they hang the test. */
const SHORT_LENGTHS = [22, 800];
/** Four times the input takes a linear pattern four times as long, but a quadratic one sixteen times. */
const GROWTH = 4;
const MAX_RATIO = 9;
/** Shorter times are too inexact. */
const NOTICEABLE_MS = 8;
const ATTEMPTS = 3;
const LONGEST_PART = 20;

/** Every character class contains one of these. */
const SAMPLES = 'a0A /-_.,;:"\'<>=&@%?\n\u3002\u4e2d\ufffd\u00e9\u0301'.split('').concat('\u{1f600}');

/** Matches a class, an escape, a quantifier, the start of a group, another operator, or a literal character. */
const TOKEN =
  /\\(?:k<\w+>|\d)|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\[bB]|\\.|\{[\d,]+\}|\(\?<\w+>|\(\?<?[=!:]|\(\?:|[()^$|*+?]|./gisu;
const OPERATOR = /^(?:\\[bB]|\\[k\d].*|\{[\d,]+\}|\(.*|[)^$|*+?])$/su;

/** Operators without which a pattern takes a bounded time at each position. */
const REPEATS = /[*+]|,\}/u;
/** Matches an escape or a class. */
const LITERAL = /\\.|\[[^\]]*\]/gsu;

type Pattern = { source: string; flags: string };

/** Joins the tokens of a class, which may contain classes. */
function* tokensOf(source: string): Generator<string> {
  let depth = 0;
  let whole = '';
  for (const [token] of source.matchAll(TOKEN)) {
    if (token === '[') depth += 1;
    whole += token;
    if (token === ']') depth -= 1;
    if (depth > 0) continue;
    yield whole;
    whole = '';
  }
}

/**
 * Returns a matching character for each class and character of a pattern, in order. `preferred` come first for negated classes,
 * because the characters that follow a class are those at which it backtracks.
 */
function sampleOf({ source, flags }: Pattern, preferred: readonly string[]): string[] {
  const kinds = flags.replace(/[gy]/gu, '');
  return [...tokensOf(source)]
    .filter((token) => !OPERATOR.test(token))
    .map((token) => {
      const one = new RegExp(`^(?:${token})$`, kinds);
      const first = token.startsWith('[^') ? preferred : [];
      const characters = [...first, ...SAMPLES, ...token.replaceAll('\\', '')];
      return characters.find((character) => one.test(character)) ?? '';
    });
}

/** Repeats each part of the sample, alone and after the tokens before it, with and without an end that does not match. */
function* inputsOf(pattern: Pattern): Generator<(length: number) => string> {
  const literals = Array.from(pattern.source.matchAll(/\\([^\w])/gu), ([, character = '']) => character);
  const excluded = Array.from(pattern.source.matchAll(/\[\^([^\\\]])/gu), ([, character = '']) => character);
  const ends = new Set(['', '\n', '\0', ...excluded]);
  for (const preferred of new Set(['', ...literals]))
    yield* inputsOfSample(sampleOf(pattern, [...preferred]), ends);
}

function* inputsOfSample(
  sample: readonly string[],
  ends: ReadonlySet<string>,
): Generator<(length: number) => string> {
  const parts = new Set<string>();
  for (let from = 0; from < sample.length; from += 1) {
    const before = sample.slice(0, from).join('');
    for (let to = from + 1; to <= Math.min(sample.length, from + LONGEST_PART); to += 1) {
      const part = sample.slice(from, to).join('');
      for (const start of ['', before]) {
        for (const end of ends) {
          if (part === '' || parts.has(`${start}|${part}|${end}`)) continue;
          parts.add(`${start}|${part}|${end}`);
          yield (length) => start + part.repeat(Math.ceil(length / Math.sqrt(part.length))) + end;
        }
      }
    }
  }
}

function timeOf({ source, flags }: Pattern, text: string): number {
  const pattern = new RegExp(source, flags.includes('y') ? flags : [...new Set(`${flags}g`)].join(''));
  return cpuMsOf(() => text.replace(pattern, ''));
}

const shortest = (pattern: Pattern, text: string): number =>
  Math.min(...Array.from({ length: ATTEMPTS }, () => timeOf(pattern, text)));

const isNoticeable = (pattern: Pattern, text: string): boolean =>
  timeOf(pattern, text) > NOTICEABLE_MS && shortest(pattern, text) > NOTICEABLE_MS;

function isSlow(pattern: Pattern, inputOf: (length: number) => string): boolean {
  if (SHORT_LENGTHS.some((length) => isNoticeable(pattern, inputOf(length)))) return true;
  const [whole, quarter] = [inputOf(LENGTH), inputOf(LENGTH / GROWTH)];
  return isNoticeable(pattern, whole) && shortest(pattern, whole) > MAX_RATIO * shortest(pattern, quarter);
}

/** Finds an input for which the time of a pattern grows faster than the length. Returns undefined if there is none. */
export function slowInput(pattern: Pattern): string | undefined {
  if (!REPEATS.test(pattern.source.replace(LITERAL, 'x'))) return undefined;
  for (const inputOf of inputsOf(pattern)) if (isSlow(pattern, inputOf)) return inputOf(1);
  return undefined;
}
