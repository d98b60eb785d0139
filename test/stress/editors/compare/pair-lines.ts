import { type Line, readText } from '../reader/page.ts';
import { readSources, readWhole, removeSpaces } from './line-text.ts';

/** A line of the editor's page and the same line of the site's page. One of them may be missing. */
export type Pair = [Line | undefined, Line | undefined];

/** Pairs equal lines by their longest common sequence. */
export function pairLines(a: readonly Line[], b: readonly Line[]): Pair[] {
  const isSame = compareForms(a, b);
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const longest = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      lengths[i]?.set([longest], j);
    }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && isSame(i, j)) pairs.push([a[i++], b[j++]]);
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) pairs.push([a[i++], undefined]);
    else pairs.push([undefined, b[j++]]);
  }
  return pairs;
}

/** Returns a function that tells whether two lines have the same text, text with marker, or source of formulas. */
function compareForms(a: readonly Line[], b: readonly Line[]): (i: number, j: number) => boolean {
  const forms = [(line: Line) => removeSpaces(readText(line)), readWhole, readSources].map((read) => ({
    expected: a.map(read),
    actual: b.map(read),
  }));
  return (i, j) => forms.some(({ expected, actual }) => expected[i] === actual[j]);
}
