/**
 * Text with its marks: `b`, `i`, `u`, `s`, `^` (raised), `_` (lowered). `link` is a URL, or `#` and the text at the anchor;
 * `tex` is the source of a formula.
 */
export type Run = { text: string; marks?: string; link?: string; tex?: string };

/** `width`: shown pixels. `isSized`: the editor set a size. */
export type Picture = { name: string; width: number; isSized?: true };

/** A line as a reader sees it. `level` counts lists; `cell` is the position in a table. */
export type Line = {
  runs: Run[];
  marker?: string;
  level?: number;
  heading?: number;
  cell?: string;
  isRtl?: boolean;
  isCode?: boolean;
  isQuote?: boolean;
  pictures?: Picture[];
};

/** `tables`: the cells of each row as `th 2×1`: the tag, columns and rows. */
export type Page = { lines: Line[]; tables: string[][][] };

export const readText = ({ runs }: Line): string => runs.map(({ text }) => text).join('');

/** Attributes for the text that Chromium generates, by pseudo-element. */
export const GENERATED = {
  marker: 'data-reader-marker',
  before: 'data-reader-before',
  after: 'data-reader-after',
};
