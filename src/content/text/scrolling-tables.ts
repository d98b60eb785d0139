import type { Element, ElementContent } from 'hast';
import { createElement, isBlock, isElement, MAX_TEXT_START_LENGTH, readTextStart } from './elements.ts';

const SHORT_TABLE_ROWS = 15;
/** Minimum length of prose in a cell; a Chinese character counts twice. */
const MIN_PROSE_LENGTH = 40;
const MAX_LABEL_LENGTH = 80;
/** Number of columns without long words or images that fit on every phone. */
const FITTING_COLUMNS = 2;
const LONG_WORD = /[^\s\p{Script=Han}]{10}/u;

const elementsIn = ({ children }: Element): Element[] => children.filter((child) => isElement(child));

const countColumns = (cells: readonly Element[]): number =>
  cells.reduce((sum, { properties }) => sum + (Number.parseInt(`${properties.colspan}`, 10) || 1), 0);

const listRows = (table: Element): Element[][] =>
  elementsIn(table)
    .flatMap(elementsIn)
    .filter((row) => isElement(row, 'tr'))
    .map(elementsIn);

/** Returns the cells of a table that only arranges other content: a single cell, or one column with blocks. */
export function listLayoutCells(table: Element): Element[] {
  const rows = listRows(table);
  const cells = rows.flat();
  const isColumn = rows.every(({ length }) => length === 1) && cells.every(({ tagName }) => tagName === 'td');
  const isLayout = cells.length === 1 || cells.some(({ children }) => children.some(isBlock));
  const hasCaption = table.children.some((part) => isElement(part, 'caption'));
  return isColumn && isLayout && !hasCaption ? cells : [];
}

/** Wraps a table in a scrolling box, with classes for its numbers of rows and columns, which CSS cannot count everywhere. */
export function wrapTable(table: Element, label: string): Element {
  const rows = listRows(table);
  const cells = rows.flat();
  if (cells.length === 0) return table;
  for (const cell of cells) {
    // An empty corner cell is not a heading.
    if (cell.tagName === 'th' && readTextStart(cell).trim() === '') cell.tagName = 'td';
    cell.children = cell.children.map(unwrapTable);
  }
  const headed = Math.max(
    ...rows.map((row) =>
      countColumns(row.slice(0, row.findLastIndex(({ tagName }) => tagName === 'th') + 1)),
    ),
  );
  const hasLabels = labelCells(rows);
  if (hasLabels) moveToHead(table);
  const classes = [
    'table-scroll',
    headed >= 4 && `table-columns-${Math.min(headed, 5)}`,
    rows.length > SHORT_TABLE_ROWS && 'table-long',
    hasLabels && 'table-cards',
  ];
  const scrolling = { role: 'group', tabindex: 0, 'aria-label': label };
  const box = { class: classes.filter(Boolean).join(' '), ...(fits(rows) ? {} : scrolling) };
  return createElement('div', box, [table]);
}

/** Returns a table inside a cell without its box: the outer table scrolls. */
const unwrapTable = (node: ElementContent): ElementContent =>
  (isElement(node, 'div') && node.children.find((child) => isElement(child, 'table'))) || node;

const fits = (rows: readonly Element[][]): boolean =>
  rows.every((row) => countColumns(row) <= FITTING_COLUMNS && row.every(isNarrow));

function isNarrow(cell: Element): boolean {
  const text = readTextStart(cell);
  return text.length < MAX_TEXT_START_LENGTH && !LONG_WORD.test(text) && !hasWideContent(cell);
}

const hasWideContent = (element: Element): boolean =>
  elementsIn(element).some((child) => isElement(child, 'img', 'pre', 'table') || hasWideContent(child));

/** Moves a first row of headings into a table head, which cards hide. */
function moveToHead(table: Element): void {
  const [first] = elementsIn(table).filter((part) => isElement(part, 'thead', 'tbody'));
  if (!first || first.tagName === 'thead') return;
  const at = first.children.findIndex((child) => isElement(child, 'tr'));
  table.children.splice(
    table.children.indexOf(first),
    0,
    createElement('thead', {}, first.children.splice(at, 1)),
  );
}

const isProse = (cell: Element): boolean =>
  readTextStart(cell).replace(/\p{Script=Han}/gu, '##').length > MIN_PROSE_LENGTH;

/** Labels the cells of a plain prose table, which phones show as cards, with their column headings. Returns false for others. */
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
