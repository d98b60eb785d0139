import type { Element } from 'hast';
import { createElement, isElement } from './blocks.ts';

/** Rows that fit on one printed page. */
const SHORT_TABLE_ROWS = 15;
/** Minimum length of prose in a cell; a Chinese character counts twice. */
const PROSE_LENGTH = 40;

const ROW_GROUPS = ['thead', 'tbody', 'tfoot'];

export const textIn = (node: { children?: unknown; value?: string }): string =>
  node.value ?? (node.children as Element[] | undefined)?.map(textIn).join('') ?? '';

/** Rows of a table without those of tables inside it. */
const rowsOf = ({ children }: Element): Element[] =>
  children
    .filter(isElement)
    .flatMap((child) =>
      ROW_GROUPS.includes(child.tagName) ? rowsOf(child) : child.tagName === 'tr' ? child : [],
    );

const cellsOf = ({ children }: Element): Element[] =>
  children.filter(isElement).filter(({ tagName }) => tagName === 'td' || tagName === 'th');

/** Puts a table into a box that scrolls. Changes its cells. */
export function scrollingTable(table: Element, label: string): Element {
  const rows = rowsOf(table).map(cellsOf);
  // An empty corner cell is not a heading.
  for (const cell of rows.flat()) if (cell.tagName === 'th' && textIn(cell).trim() === '') asPlainCell(cell);
  const className = ['table-scroll', ...sizeClasses(rows)];
  if (labelCells(rows)) className.push('table-cards');
  return createElement('div', { className, role: 'group', tabIndex: 0, ariaLabel: label }, [table]);
}

function asPlainCell(cell: Element): void {
  cell.tagName = 'td';
  cell.children = [];
  delete cell.properties.scope;
}

/** Classes for what CSS cannot count in every browser: columns with headings and many rows. */
function sizeClasses(rows: readonly Element[][]): string[] {
  const headed = Math.max(0, ...rows.map((row) => row.findLastIndex(({ tagName }) => tagName === 'th') + 1));
  const wide = headed >= 5 ? ['table-columns-5'] : headed === 4 ? ['table-columns-4'] : [];
  return rows.length > SHORT_TABLE_ROWS ? [...wide, 'table-long'] : wide;
}

const lengthOf = (text: string): number => text.replace(/\p{Script=Han}/gu, '##').length;

/**
 * Adds the column heading to the cells of a plain grid of prose, whose rows a phone shows as cards. The first cell is the heading of the
 * card. Returns false for other tables.
 */
function labelCells([head = [], ...rows]: readonly Element[][]): boolean {
  const cells = [...head, ...rows.flat()];
  if (cells.some(({ properties: { colSpan, rowSpan } }) => colSpan || rowSpan)) return false;
  const isHeaded = head.length > 1 && head.slice(1).every(({ tagName }) => tagName === 'th');
  const isGrid = rows.every(({ length }) => length === head.length);
  if (!isHeaded || !isGrid || !rows.flat().some((cell) => lengthOf(textIn(cell)) > PROSE_LENGTH))
    return false;
  const labels = head.map((cell) => textIn(cell).trim());
  for (const row of rows)
    for (const [at, cell] of row.entries()) if (at > 0) cell.properties.dataLabel = labels[at];
  return true;
}
