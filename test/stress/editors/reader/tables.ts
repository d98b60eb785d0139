/** Returns the cells of each row: the tag (`empty` without content), columns and rows. */
export const readTable = (table: HTMLTableElement): string[][] =>
  [...table.rows].map(({ cells }) =>
    [...cells].map((cell) => {
      const isEmpty = cell.innerText.trim() === '' && !cell.querySelector('img');
      return `${isEmpty ? 'empty' : cell.localName} ${cell.colSpan}×${cell.rowSpan}`;
    }),
  );

/** Returns the position of a cell: `2:1` is the first cell of the second row. */
export function readPosition(cell: HTMLTableCellElement): string {
  const { rowIndex } = cell.parentElement as HTMLTableRowElement;
  return `${rowIndex + 1}:${cell.cellIndex + 1}`;
}
