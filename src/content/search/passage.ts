import type { Hit, HitFinder } from './marks.ts';

/** A part of a text that shows its hits. */
export type Passage = { text: string; hits: Hit[] };

/** Characters of a text that are looked through for its best sentence. */
const MOST_CHARACTERS = 50_000;

/** Characters before the first hit that stay, of a sentence that is cut: a share of its length. */
const BEFORE = 1 / 3;

/**
 * A full-width stop (\u3002 \uff01 \uff1f \uff1b) and its closing marks, or another stop that a space and the first letter of a
 * sentence follow. The pattern has escapes, because one character beyond Latin-1 in the source doubles its memory.
 */
const SENTENCE_END =
  /[\u3002\uff01\uff1f\uff1b][\u201d\u2019\u300d\u300f\uff09]*|[.!?][\u201d\u2019"')]*(?=\s+[\p{Lu}\p{N}\u201c\u2018"'(])/gu;

const sentencesOf = (line: string): string[] =>
  line
    .replace(SENTENCE_END, '$&\n')
    .split('\n')
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** Characters of a text's different hits: the more, the better it shows what is searched for. */
export const distinctHitLength = (text: string, hits: readonly Hit[]): number =>
  [...new Set(hits.map(({ start, end }) => text.slice(start, end).toLowerCase()))].join('').length;

/** The sentence of a text that shows most of what is looked for, the first of equals, in about `length` characters; nothing where none does. */
export function bestPassage(lines: readonly string[], find: HitFinder, length: number): Passage | undefined {
  let best: Passage | undefined;
  let worth = 0;
  let left = MOST_CHARACTERS;
  for (const line of lines) {
    if (left <= 0) break;
    const read = line.slice(0, left);
    left -= line.length;
    if (find(read).length === 0) continue;
    for (const text of sentencesOf(read)) {
      const hits = find(text);
      const own = distinctHitLength(text, hits);
      if (own > worth) [best, worth] = [{ text, hits }, own];
    }
  }
  return best && shortened(best, length);
}

/** A passage of about `length` characters around its first hit, cut between words. */
function shortened({ text, hits }: Passage, length: number): Passage {
  const [first] = hits;
  if (text.length <= length || !first) return { text, hits };
  const wanted = Math.min(first.start - Math.floor(length * BEFORE), text.length - length);
  const from = wordStart(text, Math.max(0, wanted));
  const last = from + length < text.length ? wordStart(text, from + length) : text.length;
  const to = Math.max(last, Math.min(first.end, from + 2 * length));
  const [before, after] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, to)}${after}`,
    hits: hits
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}

/** A word that is longer than this may be cut. */
const LONGEST_WORD = 30;

const isInside = (text: string, at: number): boolean =>
  /^[\p{L}\p{N}\p{M}\ud800-\udfff\u2019'-]{2}$/u.test(text.slice(at - 1, at + 1)) &&
  !/^\p{Script=Han}{2}$/u.test(text.slice(at - 1, at + 1));

/** The place where the word begins that a place stands in. */
function wordStart(text: string, wanted: number): number {
  const least = Math.max(0, wanted - LONGEST_WORD);
  for (let at = wanted; at > least; at -= 1) if (!isInside(text, at)) return at;
  return least;
}
