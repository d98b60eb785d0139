import { displayTime } from '../../content/time.ts';
import type { ApplicationSummary } from '../../store/applications/applications.ts';
import type { Store } from '../../store/index.ts';
import { type Report, tableOf, visibleLine } from '../terminal.ts';

const HEADINGS = [
  'Reference',
  'Submitted (Asia/Shanghai)',
  'Language',
  'Company',
  'Files',
  'Scan',
  'Delivered',
];

/** There is no channel. */
const NONE = '–';

/** Table of the applications. */
export async function* list(
  { applications }: Store,
  { since }: { since?: number },
  report: Report,
): AsyncGenerator<string> {
  const summaries = await applications.list({ since });
  if (summaries.length === 0) {
    report(since === undefined ? 'No applications yet.' : `No applications since ${displayTime(since)}.`);
    return;
  }
  yield* tableOf([HEADINGS, ...summaries.map(rowOf)]);
}

const rowOf = (summary: ApplicationSummary): string[] => [
  summary.reference,
  displayTime(summary.submittedAt),
  summary.language,
  visibleLine(summary.companyName),
  String(summary.files),
  scanOf(summary),
  deliveredOf(summary),
];

function deliveredOf({ deliveries, delivered, refused }: ApplicationSummary): string {
  if (deliveries === 0) return NONE;
  return `${delivered} of ${deliveries}${refused > 0 ? `, ${refused} refused` : ''}`;
}

/** Warns before somebody opens the files. */
function scanOf({ infected, held, unscanned }: ApplicationSummary): string {
  const counts: [number, string][] = [
    [infected, 'infected'],
    [held, 'not yet scanned'],
    [unscanned, 'unscanned'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  return parts.join(', ') || 'clean';
}
