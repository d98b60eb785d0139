import { BULLET } from '../reader/lists.ts';
import { type Line, type Page, readText } from '../reader/page.ts';
import { compareLinks, compareMarks } from './compare-letters.ts';
import { describe, normalise, quote, readWhole } from './line-text.ts';
import { type Pair, pairLines } from './pair-lines.ts';

export type Kind =
  | 'lines'
  | 'marker'
  | 'mark'
  | 'picture'
  | 'table'
  | 'link'
  | 'heading'
  | 'direction'
  | 'code'
  | 'quote';
export type Difference = { kind: Kind; text: string };

/** Maximum relative difference of a picture's width. */
const WIDTH_TOLERANCE = 0.15;
const END: Pair = [undefined, undefined];

/** Returns the differences between what the editor's page and the site's page show. */
export function comparePages(expected: Page, actual: Page): Difference[] {
  const pairs = pairLines(expected.lines, actual.lines);
  const differences: Difference[] = [];
  let [missing, added]: [string[], string[]] = [[], []];
  for (const [a, b] of [...pairs, END]) {
    if (a && !b) missing.push(describe(a));
    else if (b && !a) added.push(describe(b));
    else {
      if (missing.length + added.length > 0)
        differences.push(toDifference('lines', missing.join(' '), added.join(' ')));
      [missing, added] = [[], []];
      if (a && b) differences.push(...compareLines(a, b));
    }
  }
  return [...differences, ...compareHeadings(pairs), ...compareTables(expected, actual)];
}

const toDifference = (kind: Kind, was: unknown, is: unknown, where = ''): Difference => ({
  kind,
  text: `${was || 'none'} → ${is || 'none'}${where}`,
});

function compareLines(a: Line, b: Line): Difference[] {
  const where = ` in ${quote(normalise(readText(a)))}`;
  const compare = (kind: Kind, was: unknown, is: unknown): Difference[] =>
    was === is ? [] : [toDifference(kind, was, is, where)];
  const hasSameMarker = readWhole(a) === readWhole(b) || (a.marker ?? '') === (b.marker ?? '');
  const hasSameText = readWhole(a) === readWhole(b) && a.marker === b.marker;
  return [
    ...(hasSameMarker ? [] : compare('marker', a.marker, b.marker)),
    ...(hasSameMarker && a.level && b.level ? compare('marker', `level ${a.level}`, `level ${b.level}`) : []),
    ...(hasSameText ? compare('lines', readSpaced(a), readSpaced(b)) : []),
    ...compare('heading', a.heading && 'heading', b.heading && 'heading'),
    ...(/\p{L}/u.test(readText(a)) ? compare('direction', a.isRtl && 'rtl', b.isRtl && 'rtl') : []),
    ...compare('code', a.isCode && 'code', b.isCode && 'code'),
    ...(a.isCode ? compare('code', `indent ${readIndent(a)}`, `indent ${readIndent(b)}`) : []),
    ...compare('quote', a.isQuote && 'quote', b.isQuote && 'quote'),
    ...compare('table', a.cell, b.cell),
    ...compareMarks(a, b).map((text): Difference => ({ kind: 'mark', text: text + where })),
    ...compareLinks(a, b).map((text): Difference => ({ kind: 'link', text: text + where })),
    ...comparePictures(a, b, where),
  ];
}

const readSpaced = (line: Line): string => normalise(readText(line)).replace(BULLET, '•');

const readIndent = (line: Line): number =>
  /^[ \u00a0\t]*/u.exec(readText(line).replaceAll('\t', '    '))?.[0].length ?? 0;

/** Compares the widths of pictures whose size the editor set. */
const comparePictures = (a: Line, b: Line, where: string): Difference[] =>
  (a.pictures ?? []).flatMap(({ name, width, isSized }, at) => {
    const shown = b.pictures?.[at]?.width;
    const isSimilar = !shown || Math.abs(shown / width - 1) <= WIDTH_TOLERANCE;
    return isSized && !isSimilar
      ? [toDifference('picture', `${width} px`, `${shown} px`, ` wide: ${name}${where}`)]
      : [];
  });

/** Compares whether each heading is above or below the one before: the site shifts all levels. */
function compareHeadings(pairs: readonly Pair[]): Difference[] {
  const headings = pairs.flatMap(([a, b]) =>
    a?.heading && b?.heading ? [{ a, was: a.heading, is: b.heading }] : [],
  );
  return headings.flatMap(({ a, was, is }, at) => {
    const before = headings[at - 1] ?? { was, is };
    const isSame = Math.sign(was - before.was) === Math.sign(is - before.is);
    return isSame ? [] : [toDifference('heading', `level ${was}`, `level ${is}`, ` in ${describe(a)}`)];
  });
}

const describeTable = (table: readonly string[][] = []): string =>
  table
    .map((row) => row.join(', '))
    .join(' | ')
    .replaceAll(' 1×1', '');

const compareTables = ({ tables: a }: Page, { tables: b }: Page): Difference[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => [
    describeTable(a[at]),
    describeTable(b[at]),
  ])
    .filter(([was, is]) => was !== is)
    .map(([was, is]) => toDifference('table', was, is));
