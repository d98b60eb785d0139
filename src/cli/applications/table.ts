import stringWidth from 'string-width';
import { padded } from './terminal.ts';

const GAP = '  ';
/** One long name must not push every line over the terminal's edge: it pushes its own. */
const MAX_COLUMN = 40;

/** Lines of cells below each other, the headings first. */
export function tableOf(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_heading, column) =>
    Math.min(MAX_COLUMN, Math.max(...rows.map((row) => stringWidth(row[column] ?? '')))),
  );
  const lineOf = (row: string[]) => row.map((cell, column) => padded(cell, widths[column] ?? 0)).join(GAP);
  return rows.map((row) => `${lineOf(row).trimEnd()}\n`);
}
