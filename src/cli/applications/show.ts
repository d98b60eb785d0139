import stringWidth from 'string-width';
import { shownValue } from '../../../views/forms/field-labels.ts';
import { filledFields } from '../../applications/rules/fields.ts';
import type {
  ApplicationSummary,
  SentApplication,
} from '../../applications/store/applications/applications.ts';
import type { Scan } from '../../applications/store/engine/tables.ts';
import type { Store } from '../../applications/store/index.ts';
import { formatSize } from '../../content/asset-types.ts';
import { formatDisplayTime } from '../../content/time.ts';
import type { Language } from '../../i18n/languages.ts';
import { texts } from '../../i18n/set-up.ts';
import { padded, type Report, tableOf, visible, visibleLine } from '../terminal.ts';

const HEADINGS = [
  'Reference',
  'Submitted (Asia/Shanghai)',
  'Language',
  'Company',
  'Files',
  'Scan',
  'Delivered',
];

/** Shown if the application has no such channel. */
const NONE = '–';

/** Prints a table of the applications. */
export async function* list(
  { applications }: Store,
  { since }: { since?: number },
  report: Report,
): AsyncGenerator<string> {
  const none =
    since === undefined ? 'No applications yet.' : `No applications since ${formatDisplayTime(since)}.`;
  yield* summaryTable(await applications.list({ since }), none, report);
}

/** Prints a table of the applications that contain a text in a field or file name. */
export async function* find({ applications }: Store, text: string, report: Report): AsyncGenerator<string> {
  const wanted = folded(text);
  const found = new Set<string>();
  for await (const { reference, fields, files } of applications.all()) {
    const texts = [reference, ...Object.values(fields), ...files.map(({ name }) => name)];
    if (texts.some((one) => folded(one).includes(wanted))) found.add(reference);
  }
  const summaries = (await applications.list()).filter(({ reference }) => found.has(reference));
  yield* summaryTable(summaries, 'No application contains the text.', report);
}

function summaryTable(summaries: ApplicationSummary[], none: string, report: Report): string[] {
  if (summaries.length > 0) return tableOf([HEADINGS, ...summaries.map(rowOf)]);
  report(none);
  return [];
}

/** Throws if the reference number is unknown. */
export async function getApplication({ applications }: Pick<Store, 'applications'>, reference: string) {
  const application = await applications.get(reference);
  if (!application) throw new Error(`no application has the reference number ${reference.trim()}`);
  return application;
}

/** Ignores case, width, spaces and the punctuation of telephone numbers. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s()+-]/gu, '');

const rowOf = (summary: ApplicationSummary): string[] => [
  summary.reference,
  formatDisplayTime(summary.submittedAt),
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

/** Warns before an operator opens the files. */
function scanOf({ infected, held, unscanned }: ApplicationSummary): string {
  const counts: [number, string][] = [
    [infected, 'infected'],
    [held, 'not yet scanned'],
    [unscanned, 'unscanned'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  return parts.join(', ') || 'clean';
}

const words = texts('en');
const languageNames: Record<Language, string> = { zh: 'Chinese', en: 'English' };
const scanWords: Record<Scan, string> = {
  clean: 'clean',
  unscanned: 'unscanned: no virus scanner was set',
  held: 'held: not yet scanned for viruses',
  infected: 'INFECTED',
};
const GAP = 2;

type Entry = [label: string, text: string];

/** Prints one application with the label of every field. */
export async function* show(store: Store, reference: string): AsyncGenerator<string> {
  const entries = entriesOf(await getApplication(store, reference));
  const width = Math.max(...entries.map(([label]) => stringWidth(label))) + GAP;
  for (const entry of entries) yield linesOf(entry, width);
}

const entriesOf = ({
  reference,
  submittedAt,
  language,
  privacyNotice,
  fields,
  files,
}: SentApplication): Entry[] => [
  [words.reference, reference],
  [words.submittedAt, `${formatDisplayTime(submittedAt)} (Asia/Shanghai)`],
  ['Language', languageNames[language]],
  ...filledFields(fields).map(
    (field): Entry => [words[field], visible(shownValue(field, fields[field], words))],
  ),
  ['Privacy notice', privacyNotice ?? 'none'],
  [words.declareFile, files.map(describeFile).join('\n')],
];

const describeFile = ({ name, type, bytes, sha256, scan }: SentApplication['files'][number]): string =>
  [
    visibleLine(name),
    `  ${formatSize(bytes)} (${bytes} bytes), ${visibleLine(type)}, ${scanWords[scan]}`,
    `  sha256 ${sha256}`,
  ].join('\n');

/** Returns the label with the lines of the text next to it. */
function linesOf([label, text]: Entry, width: number): string {
  const indent = `\n${' '.repeat(width)}`;
  return `${padded(label, width)}${text.replaceAll('\n', indent)}\n`;
}
