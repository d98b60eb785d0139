import type { MenuEntry } from '../document.model.ts';

/** Widths of letters of the menu's font in em, a little more than they are: a row that is too long would not fit. */
const WIDE_EM = 1.02;
const CAPITAL_EM = 0.72;
const SMALL_EM = 0.58;

/** Chinese, Japanese and Korean letters and their full-width signs. */
const WIDE = /[\u1100-\u115f\u2e80-\uffef]|[\u{1f300}-\u{3fffd}]/u;
const CAPITAL = /[\p{Lu}MWmw@&%]/u;

/** The space on both sides of an item, in em of its letters. */
const AROUND_EM = 2;

/** Windows, in em, from which on a menu is a row, and what there is room for in it (see `menu-row.css`). */
const ROWS = [
  { from: 64, room: 60 },
  { from: 80, room: 75 },
] as const;

const letterWidth = (letter: string): number => {
  if (WIDE.test(letter)) return WIDE_EM;
  return CAPITAL.test(letter) ? CAPITAL_EM : SMALL_EM;
};

const widthOf = ({ text }: MenuEntry): number =>
  [...text].reduce((sum, letter) => sum + letterWidth(letter), AROUND_EM);

/** The class of a page whose menu stands in one row on wide screens; none where it is too long for any of them. */
export function menuRowClass(menu: MenuEntry[]): string | undefined {
  const width = menu.reduce((sum, entry) => sum + widthOf(entry), 0);
  const row = ROWS.find(({ room }) => width <= room);
  return row && `row-${row.from}`;
}
