import type { Hit, HitFinder } from './marks.ts';

type Passage = { text: string; hits: Hit[] };

const MAX_CHARACTERS = 50_000;

/** Share of a cut sentence that is before the first hit. */
const LEAD_SHARE = 1 / 3;

/** A full-width stop with closing quotes, or another stop before a space and the first letter of a sentence. */
const SENTENCE_END = /[。！？；][”’」』）]*|[.!?][”’"')]*(?=\s+[\p{Lu}\p{N}“‘"'(])/gu;

const sentencesOf = (line: string): string[] =>
  line
    .replace(SENTENCE_END, '$&\n')
    .split('\n')
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** Relevance of a text: total length of its distinct hits. */
export const distinctHitLength = (text: string, hits: readonly Hit[]): number =>
  [...new Set(hits.map(({ start, end }) => text.slice(start, end).toLowerCase()))].join('').length;

/** The sentence with the most distinct hits, shortened to about `length` characters; undefined if there is no hit. */
export function bestPassage(lines: readonly string[], find: HitFinder, length: number): Passage | undefined {
  let best: Passage | undefined;
  let relevance = 0;
  let left = MAX_CHARACTERS;
  for (const line of lines) {
    if (left <= 0) break;
    const read = line.slice(0, left);
    left -= line.length;
    if (find(read).length === 0) continue;
    for (const text of sentencesOf(read)) {
      const hits = find(text);
      const ownRelevance = distinctHitLength(text, hits);
      if (ownRelevance > relevance) [best, relevance] = [{ text, hits }, ownRelevance];
    }
  }
  return best && shortened(best, length);
}

/** Cuts a passage between words to about `length` characters around its first hit. */
function shortened({ text, hits }: Passage, length: number): Passage {
  const [first] = hits;
  if (text.length <= length || !first) return { text, hits };
  const wanted = Math.min(first.start - Math.floor(length * LEAD_SHARE), text.length - length);
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

/** A longer word may be cut. */
const LONGEST_WORD = 30;

const isInside = (text: string, at: number): boolean =>
  /^[\p{L}\p{N}\p{M}\ud800-\udfff’'-]{2}$/u.test(text.slice(at - 1, at + 1)) &&
  !/^\p{Script=Han}{2}$/u.test(text.slice(at - 1, at + 1));

/** Start of the word at a position. */
function wordStart(text: string, wanted: number): number {
  const least = Math.max(0, wanted - LONGEST_WORD);
  for (let at = wanted; at > least; at -= 1) if (!isInside(text, at)) return at;
  return least;
}
