const SCOPE = / scope="[^"]*"/u;

const TABLE_BOX = '<div class="table-scroll';

/** A table up to its end, or to the table inside it. */
const TABLE = /<table.*?(?=<\/?table)/gsu;

/** Wraps tables in a scrollable box. Cleaned tables are well formed, so text replacement is safe. */
export const makeTablesScrollable = (html: string, label: string): string =>
  html
    // An empty corner cell is not a heading.
    .replace(
      /<th\b([^<>]*)>\s*<\/th>/gu,
      (_, attributes: string) => `<td${attributes.replace(SCOPE, '')}></td>`,
    )
    .replace(TABLE, (table) => {
      const labels = cardLabels(table);
      const classes = sizeClasses(table) + (labels ? ' table-cards' : '');
      const box = `${TABLE_BOX}${classes}" role="group" tabindex="0" aria-label="${label}">`;
      return box + (labels ? labelCells(table, labels) : table);
    })
    .replaceAll('</table>', '</table></div>');

/** Rows that fit on one printed page. */
const SHORT_TABLE_ROWS = 15;

/** Classes for what CSS cannot count in every browser: columns with headings and many rows. */
function sizeClasses(table: string): string {
  const rows = table.split('<tr').slice(1);
  const headed = Math.max(...rows.map(columnsWithHeadings));
  const wide = headed >= 5 ? ' table-columns-5' : headed === 4 ? ' table-columns-4' : '';
  return rows.length > SHORT_TABLE_ROWS ? `${wide} table-long` : wide;
}

/** Number of the rightmost heading cell of a row. */
const columnsWithHeadings = (row: string): number =>
  [...row.matchAll(/<t[hd]\b/gu)].map(([cell]) => cell).lastIndexOf('<th') + 1;

const CELL_START = /(?=<t[hd]\b)/u;
/** Minimum length of prose in a cell; a Chinese character counts twice. */
const PROSE_LENGTH = 40;

const cellsOf = (row: string): string[] => row.split(CELL_START).slice(1);
const lengthOf = (text: string): number => text.replace(/\p{Script=Han}/gu, '##').length;
const textIn = (html: string): string =>
  html
    .replace(/<[^<>]*>/gu, ' ')
    .trim()
    .replaceAll('"', '&quot;');

/** Column headings of a plain grid of prose, whose rows a phone shows as cards; undefined for other tables. */
function cardLabels(table: string): string[] | undefined {
  if (/ (?:col|row)span=/u.test(table)) return undefined;
  const [head = [], ...rows] = table
    .split('<tr')
    .slice(1)
    .map((row) => cellsOf(row).map((cell) => ({ isHeading: cell.startsWith('<th'), text: textIn(cell) })));
  const isHeaded = head.length > 1 && head.slice(1).every(({ isHeading }) => isHeading);
  const isGrid = rows.every(({ length }) => length === head.length);
  const isProse = rows.flat().some(({ text }) => lengthOf(text) > PROSE_LENGTH);
  return isHeaded && isGrid && isProse ? head.map(({ text }) => text) : undefined;
}

/** Adds the column heading to each cell except the first, which is the heading of the card. */
const labelCells = (table: string, labels: string[]): string =>
  table
    .split(/(?=<tr)/u)
    .map((row, index) => (index > 1 ? labelRow(row, labels) : row))
    .join('');

const labelRow = (row: string, labels: string[]): string =>
  row
    .split(CELL_START)
    .map((cell, index) =>
      index > 1
        ? `${cell.slice(0, '<td'.length)} data-label="${labels[index - 1]}"${cell.slice('<td'.length)}`
        : cell,
    )
    .join('');

export const hasTables = (html: string): boolean => html.includes(TABLE_BOX);
