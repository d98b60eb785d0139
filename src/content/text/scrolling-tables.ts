import type { Element, ElementContent } from 'hast';
import { createElement, isBlock, isElement, MAX_TEXT_START_LENGTH, readTextStart } from './elements.ts';
import { toSingleLine } from './plain-text.ts';

const SHORT_TABLE_ROWS = 15;
/** Minimum length of prose in a cell; a Chinese character counts twice. */
const MIN_PROSE_LENGTH = 40;
const MAX_LABEL_LENGTH = 80;
/** Number of columns without long words or images that fit on every phone. */
const FITTING_COLUMNS = 2;
const LONG_WORD = /[^\s\p{Script=Han}]{10}/u;

/** Maximum length of a word that stays unbroken on paper; tables of few columns always have room for it. */
const MAX_UNBROKEN_WORD_LENGTH = 16;
/** Minimum room for text that can break, in characters. */
const MIN_COLUMN_LENGTH = 6;
const MAX_COUNTED_COLUMNS = 40;
/**
 * Characters in a row of A4 at the default size and at those of `paper-0` to `paper-2` in `print.css`; a longer row gets the next
 * class.
 */
const PAPER_LENGTHS = [76, 90, 110, 130];

const elementsIn = ({ children }: Element): Element[] => children.filter((child) => isElement(child));

const readSpan = ({ properties }: Element, name: 'colspan' | 'rowspan'): number =>
  Number.parseInt(`${properties[name] ?? 1}`, 10) || (name === 'rowspan' ? Number.POSITIVE_INFINITY : 1);

const countColumns = (cells: readonly Element[]): number =>
  cells.reduce((sum, cell) => sum + readSpan(cell, 'colspan'), 0);

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
  moveToHead(table, rows);
  const hasLabels = labelCells(rows);
  const classes = [
    'table-scroll',
    choosePaperSize(rows),
    headed >= 4 && `table-columns-${Math.min(headed, 5)}`,
    rows.length > SHORT_TABLE_ROWS && 'table-long',
    hasLabels && 'table-cards',
  ];
  const scrolling = { role: 'group', tabindex: 0, 'aria-label': label };
  const { dir } = table.properties;
  const box = { class: classes.filter(Boolean).join(' '), dir, ...(fits(rows) ? {} : scrolling) };
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

const isHeadRow = (row: readonly Element[]): boolean =>
  row.length > 1 && row.slice(1).every(({ tagName }) => tagName === 'th');

/** Moves leading rows of headings into a table head, which pages of paper repeat and cards hide. */
function moveToHead(table: Element, rows: readonly Element[][]): void {
  const [first] = elementsIn(table).filter((part) => isElement(part, 'thead', 'tbody'));
  const count = rows.findIndex((row) => !isHeadRow(row));
  const isSplit = rows
    .slice(0, count)
    .some((row, at) => row.some((cell) => at + readSpan(cell, 'rowspan') > count));
  if (!first || first.tagName === 'thead' || count < 1 || isSplit) return;
  const last = elementsIn(first).filter((child) => isElement(child, 'tr'))[count - 1];
  if (!last) return;
  const headRows = first.children.splice(0, first.children.indexOf(last) + 1);
  table.children.splice(table.children.indexOf(first), 0, createElement('thead', {}, headRows));
}

/** Returns the number of characters that a cell needs next to others on paper. Marks a cell whose words may break. */
function measureCell(cell: Element): number {
  // M and W are about twice as wide as other characters.
  const text = readTextStart(cell).replace(/[MW]/gu, '$&$&');
  const longest = Math.max(...text.split(/[\s\p{Script=Han}]+/u).map(({ length }) => length));
  if (longest > MAX_UNBROKEN_WORD_LENGTH || text.length >= MAX_TEXT_START_LENGTH)
    cell.properties.class = 'breaks';
  const room = hasWideContent(cell) ? MIN_COLUMN_LENGTH : Math.min(text.trim().length, MIN_COLUMN_LENGTH);
  const tables = elementsIn(cell).map((child) => measureRows(listRows(child)));
  return Math.max(room, Math.min(longest, MAX_UNBROKEN_WORD_LENGTH), ...tables) + 1;
}

/** Returns the number of characters that rows need on paper. */
function measureRows(rows: readonly Element[][]): number {
  const lengths: number[] = [];
  for (const row of rows) {
    let column = 0;
    for (const cell of row) {
      const width = Math.min(readSpan(cell, 'colspan'), MAX_COUNTED_COLUMNS);
      const length = measureCell(cell) / width;
      for (const end = column + width; column < end; column += 1)
        lengths[column] = Math.max(lengths[column] ?? 0, length);
    }
  }
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Returns the class for the size of a table on paper, on which it cannot scroll. */
function choosePaperSize(rows: readonly Element[][]): string | undefined {
  const total = measureRows(rows);
  const size = PAPER_LENGTHS.findLastIndex((length) => total > length);
  return size === -1 ? undefined : `paper-${size}`;
}

const isProse = (cell: Element): boolean =>
  readTextStart(cell).replace(/\p{Script=Han}/gu, '##').length > MIN_PROSE_LENGTH;

/** Labels the cells of a plain prose table, which phones show as cards, with their column headings. Returns false for others. */
function labelCells([head = [], ...rows]: readonly Element[][]): boolean {
  const cells = rows.flat();
  const isPlain = [...head, ...cells].every(({ properties }) => !properties.colspan && !properties.rowspan);
  const isGrid = rows.every(({ length }) => length === head.length);
  const isHeaded = isHeadRow(head) && !rows.some(isHeadRow);
  if (!isPlain || !isHeaded || !isGrid || !cells.some(isProse)) return false;
  const labels = head.map((cell) => toSingleLine(readTextStart(cell)));
  if (labels.some((label) => label.length > MAX_LABEL_LENGTH)) return false;
  for (const [at, cell] of cells.entries()) {
    const column = at % head.length;
    if (column > 0) cell.properties['data-label'] = labels[column];
  }
  return true;
}
