import type { Element } from 'hast';
import { createElement, isElement, readTextStart } from './elements.ts';

/** Number of rows that fit on one printed page. */
const SHORT_TABLE_ROWS = 15;
/** Minimum length of prose in a cell; a Chinese character counts twice. */
const MIN_PROSE_LENGTH = 40;
/** Maximum length of a column heading that is repeated in each cell. */
const MAX_LABEL_LENGTH = 80;

const elementsIn = ({ children }: Element): Element[] => children.filter((child) => isElement(child));

/**
 * Wraps a table in a scrolling box. Classes describe its numbers of rows and columns, which CSS cannot count in every browser.
 * Modifies the cells.
 */
export function wrapTable(table: Element, label: string): Element {
  const rows = elementsIn(table)
    .flatMap(elementsIn)
    .filter((row) => isElement(row, 'tr'))
    .map(elementsIn);
  if (rows.length === 0) return table;
  // An empty corner cell is not a heading.
  for (const cell of rows.flat())
    if (cell.tagName === 'th' && readTextStart(cell).trim() === '') cell.tagName = 'td';
  const headed = Math.max(...rows.map((row) => row.findLastIndex(({ tagName }) => tagName === 'th') + 1));
  const classes = [
    'table-scroll',
    headed >= 4 && `table-columns-${Math.min(headed, 5)}`,
    rows.length > SHORT_TABLE_ROWS && 'table-long',
    labelCells(rows) && 'table-cards',
  ];
  const box = { class: classes.filter(Boolean).join(' '), role: 'group', tabindex: 0, 'aria-label': label };
  return createElement('div', box, [table]);
}

const isProse = (cell: Element): boolean =>
  readTextStart(cell).replace(/\p{Script=Han}/gu, '##').length > MIN_PROSE_LENGTH;

/**
 * Labels the cells of a plain prose table with their column headings, because phones show its rows as cards. The first cell is the
 * card's heading. Returns false for other tables.
 */
function labelCells([head = [], ...rows]: readonly Element[][]): boolean {
  const cells = rows.flat();
  const isPlain = [...head, ...cells].every(({ properties }) => !properties.colspan && !properties.rowspan);
  const isHeaded = head.length > 1 && head.slice(1).every(({ tagName }) => tagName === 'th');
  const isGrid = rows.every(({ length }) => length === head.length);
  if (!isPlain || !isHeaded || !isGrid || !cells.some(isProse)) return false;
  const labels = head.map((cell) => readTextStart(cell).trim());
  if (labels.some((label) => label.length > MAX_LABEL_LENGTH)) return false;
  for (const [at, cell] of cells.entries()) {
    const column = at % head.length;
    if (column > 0) cell.properties['data-label'] = labels[column];
  }
  return true;
}
