const SCOPE = / scope="[^"]*"/u;

const TABLE_BOX = '<div class="table-scroll';

/** A table up to its end, or to the table inside it. */
const TABLE = /<table.*?(?=<\/?table)/gsu;

/** Sanitised tables are well formed, so that the wrapper can be put around them as text. */
export const tablesThatScroll = (html: string, label: string): string =>
  html
    // A corner without words is the heading of nothing.
    .replace(
      /<th\b([^<>]*)>\s*<\/th>/gu,
      (_, attributes: string) => `<td${attributes.replace(SCOPE, '')}></td>`,
    )
    .replace(
      TABLE,
      (table) =>
        `${TABLE_BOX}${sizeClasses(table)}" role="group" tabindex="0" aria-label="${label}">${table}`,
    )
    .replaceAll('</table>', '</table></div>');

/** Rows that fit on one printed page. */
const SHORT_TABLE_ROWS = 15;

/** Classes for what a stylesheet cannot count in every browser: columns with headings, from the fourth on, and many rows. */
function sizeClasses(table: string): string {
  const rows = table.split('<tr').slice(1);
  const headed = Math.max(...rows.map(columnsWithHeadings));
  const wide = headed >= 5 ? ' table-columns-5' : headed === 4 ? ' table-columns-4' : '';
  return rows.length > SHORT_TABLE_ROWS ? `${wide} table-long` : wide;
}

/** The rightmost column of a row that is a heading. */
const columnsWithHeadings = (row: string): number =>
  [...row.matchAll(/<t[hd]\b/gu)].map(([cell]) => cell).lastIndexOf('<th') + 1;

export const hasTables = (html: string): boolean => html.includes(TABLE_BOX);
