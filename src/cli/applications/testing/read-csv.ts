/** Parses strict RFC 4180: every cell is quoted, every row ends with CR LF. Throws on anything else. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const CELL = /"((?:[^"]|"")*)"(,|\r\n)/uy;
  while (CELL.lastIndex < text.length) {
    const at = CELL.lastIndex;
    const found = CELL.exec(text);
    if (!found) throw new Error(`no cell at ${at}: ${text.slice(at, at + 20)}`);
    row.push((found[1] ?? '').replaceAll('""', '"'));
    if (found[2] === ',') continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) throw new Error('the last row has no end');
  return rows;
}
