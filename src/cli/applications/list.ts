import { shownTime } from '../../content/time.ts';
import type { ApplicationSummary } from '../../store/applications/applications.ts';
import type { Store } from '../../store/index.ts';
import type { Tell } from './print.ts';
import { tableOf } from './table.ts';
import { visibleLine } from './terminal.ts';

const HEADINGS = [
  'Reference',
  'Submitted (Asia/Shanghai)',
  'Language',
  'Company',
  'Files',
  'Scan',
  'Delivered',
];

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
  deliveredOf(summary),
];

/** How many of its deliveries are made; nothing where it goes nowhere. */
const deliveredOf = ({ deliveries, delivered, refused }: ApplicationSummary): string => {
  if (deliveries === 0) return '';
  const refusals = refused > 0 ? `, ${refused} refused` : '';
  return `${delivered} of ${deliveries}${refusals}`;
};

/** What must be known of an application's files before one of them is opened; undefined where nothing is known. */
const scanOf = ({ infected, held }: ApplicationSummary): string =>
  [infected > 0 ? `${infected} infected` : '', held > 0 ? `${held} not yet scanned` : '']
    .filter(Boolean)
    .join(', ');
