import type { ApplicationSummary } from '../store/applications.ts';
import type { Store } from '../store/index.ts';
import type { Tell } from './print.ts';
import { padded, visibleLine, widthOf } from './terminal.ts';
import { shownTime } from './times.ts';

const HEADINGS = ['Reference', 'Submitted (Asia/Shanghai)', 'Language', 'Company', 'Files', 'Scan'];
const GAP = '  ';
/** One long name must not push every line over the terminal's edge: it pushes its own. */
const MAX_COLUMN = 40;

/** A table of the applications for a person, a line each; where there are none, `report` says so. */
export async function* list(
  { applications }: Store,
  { since }: { since?: number },
  report: Tell,
): AsyncGenerator<string> {
  const summaries = await applications.list({ since });
  if (summaries.length === 0) {
    report(since === undefined ? 'No applications yet.' : `No applications since ${shownTime(since)}.`);
    return;
  }
  yield* tableOf([HEADINGS, ...summaries.map(rowOf)]);
}

const rowOf = (summary: ApplicationSummary): string[] => [
  summary.reference,
  shownTime(summary.submittedAt),
  summary.language,
  visibleLine(summary.companyName),
  String(summary.files),
  scanOf(summary),
];

/** What must be known of an application's files before one of them is opened; undefined where nothing is known. */
const scanOf = ({ infected, held }: ApplicationSummary): string =>
  [infected > 0 ? `${infected} infected` : '', held > 0 ? `${held} not yet scanned` : '']
    .filter(Boolean)
    .join(', ');

function tableOf(rows: string[][]): string[] {
  const widths = HEADINGS.map((_heading, column) =>
    Math.min(MAX_COLUMN, Math.max(...rows.map((row) => widthOf(row[column] ?? '')))),
  );
  const lineOf = (row: string[]) => row.map((cell, column) => padded(cell, widths[column] ?? 0)).join(GAP);
  return rows.map((row) => `${lineOf(row).trimEnd()}\n`);
}
