import type { MenuEntry } from '../document.model.ts';

/** Minimum widths of windows in which a menu can be a row: the build repeats `menu-row.css` for each. */
export const MENU_ROW_WINDOWS_EM = [64, 72, 80, 90, 105, 120] as const;

/** Width of letters: the widest of Segoe UI, Helvetica, Arial, SF Pro and Roboto. */
const LETTERS: [letters: string, em: number][] = [
  ["ijl'’|.,:;·", 0.26],
  ['I !()-/ft[]', 0.34],
  ['r"*', 0.39],
  ['ckszJvxy', 0.52],
  ['abdeghnopquFLEf0123456789ST?_$', 0.6],
  ['ABCKPRVXYZ&–+=<>', 0.68],
  ['DGHNOQUw', 0.77],
  ['mM', 0.89],
  ['W@%—…', 1],
];
const EM_OF = new Map(LETTERS.flatMap(([letters, em]) => [...letters].map((letter) => [letter, em])));
/** Letters of other alphabets. */
const OTHER_EM = 0.68;
const WIDE_EM = 1.02;
/** Chinese, Japanese and Korean letters and their full-width signs. */
const WIDE = /[\u1100-\u115f\u2e80-\uffef]|[\u{1f300}-\u{3fffd}]/u;

/** As in `menu-row.css`: font size, gap between items, and the page's margins with a scroll bar. */
const LETTER_REM = 0.9688;
const GAP_REM = 1.25;
const AROUND_REM = 7;

const emOf = (letter: string): number => (WIDE.test(letter) ? WIDE_EM : (EM_OF.get(letter) ?? OTHER_EM));

const widthOf = ({ text }: MenuEntry): number =>
  [...text].reduce((sum, letter) => sum + emOf(letter) * LETTER_REM, GAP_REM);

/** Class for the smallest window whose row fits the menu; undefined if it fits none. */
export function menuRowClass(menu: MenuEntry[]): string | undefined {
  const width = menu.reduce((sum, entry) => sum + widthOf(entry), AROUND_REM - GAP_REM);
  const window = MENU_ROW_WINDOWS_EM.find((em) => width <= em);
  return window && `row-${window}`;
}
