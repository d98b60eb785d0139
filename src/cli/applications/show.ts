import { domainToUnicode } from 'node:url';
import stringWidth from 'string-width';
import { formatValue } from '../../../views/forms/field-labels.ts';
import { filledFields } from '../../applications/rules/fields.ts';
import { MIN_PHONE_DIGITS } from '../../applications/rules/limits.ts';
import { cleanPhone, phoneDigits } from '../../applications/rules/phone.ts';
import type {
  ApplicationSummary,
  SentApplication,
} from '../../applications/store/applications/applications.ts';
import type { FileRow, ScanStatus } from '../../applications/store/engine/tables.ts';
import type { Store } from '../../applications/store/index.ts';
import { formatSize } from '../../content/asset-types.ts';
import { foldText } from '../../content/search/fold-text.ts';
import { formatDisplayTime } from '../../content/time.ts';
import type { Language } from '../../i18n/languages.ts';
import { texts } from '../../i18n/set-up.ts';
import { stripControls } from '../../lib/log.ts';
import { formatTable, padToWidth, type Report, toSafeLine } from '../terminal.ts';

const HEADINGS = [
  'Reference',
  'Submitted (Asia/Shanghai)',
  'Language',
  'Company',
  'Files',
  'Scan',
  'Delivered',
];

/** Shown if the application has no deliveries. */
const NO_DELIVERIES = '–';

/** Prints a table of the applications. */
export async function* list(
  { applications }: Store,
  { since }: { since?: number },
  report: Report,
): AsyncGenerator<string> {
  const none =
    since === undefined ? 'No applications yet.' : `No applications since ${formatDisplayTime(since)}.`;
  yield* formatSummaries(await applications.list({ since }), none, report);
}

/** Prints a table of the applications that contain a text in a field or file name. */
export async function* find({ applications }: Store, text: string, report: Report): AsyncGenerator<string> {
  const wanted = [searchKey(text), ...localNumber(text)];
  const found = new Set<string>();
  for await (const { reference, fields, files } of applications.all()) {
    const email = fields.contactEmail.replace(/(?<=@).+/u, domainToUnicode);
    const texts = [reference, ...Object.values(fields), email, ...files.map(({ name }) => name)];
    const keys = texts.map(searchKey);
    if (wanted.some((key) => keys.some((one) => one.includes(key)))) found.add(reference);
  }
  const summaries = (await applications.list()).filter(({ reference }) => found.has(reference));
  yield* formatSummaries(summaries, 'No application contains the text.', report);
}

const LOCAL_DIGITS = 8;

/** Returns the last digits of a phone number, which have no country code, area code or extension. */
function localNumber(text: string): string[] {
  const digits = phoneDigits(cleanPhone(text)) ?? '';
  return digits.length >= MIN_PHONE_DIGITS ? [digits.slice(-LOCAL_DIGITS)] : [];
}

function formatSummaries(summaries: ApplicationSummary[], none: string, report: Report): string[] {
  if (summaries.length > 0) return formatTable([HEADINGS, ...summaries.map(toSummaryRow)]);
  report(none);
  return [];
}

/** Throws if the reference number is unknown. */
export async function getApplication({ applications }: Pick<Store, 'applications'>, reference: string) {
  const application = await applications.get(reference);
  if (!application) throw new Error(`no application has the reference number ${reference.trim()}`);
  return application;
}

const NOT_SEARCHED = /[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu;

/** Returns the letters and digits of a text without accents, case and width: an additional hit is better than a miss. */
export const searchKey = (text: string): string =>
  foldText(text).normalize('NFKD').replace(NOT_SEARCHED, '').toUpperCase();

const toSummaryRow = (summary: ApplicationSummary): string[] => [
  summary.reference,
  formatDisplayTime(summary.submittedAt),
  summary.language,
  toSafeLine(summary.companyName),
  String(summary.files),
  formatScans(summary),
  formatDelivered(summary),
];

function formatDelivered({ deliveries, delivered, refused }: ApplicationSummary): string {
  if (deliveries === 0) return NO_DELIVERIES;
  return `${delivered} of ${deliveries}${refused > 0 ? `, ${refused} refused` : ''}`;
}

/** Counts files by scan result, so that an operator is warned before opening them. */
function formatScans({ infected, held, unscanned }: ApplicationSummary): string {
  const counts: [number, string][] = [
    [infected, 'infected'],
    [held, 'not yet scanned'],
    [unscanned, 'unscanned'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  return parts.join(', ') || 'clean';
}

const englishTexts = texts('en');
const languageNames: Record<Language, string> = { zh: 'Chinese', en: 'English' };
const scanDescriptions: Record<ScanStatus, string> = {
  clean: 'clean',
  unscanned: 'unscanned: no virus scanner was set',
  held: 'held: not yet scanned for viruses',
  infected: 'INFECTED',
};
const LABEL_GAP = 2;

type Entry = [label: string, text: string];

/** Prints one application with the label of every field. */
export async function* show(store: Store, reference: string): AsyncGenerator<string> {
  const entries = toEntries(await getApplication(store, reference));
  const width = Math.max(...entries.map(([label]) => stringWidth(label))) + LABEL_GAP;
  for (const entry of entries) yield formatEntry(entry, width);
}

const toEntries = ({
  reference,
  submittedAt,
  language,
  privacyNotice,
  fields,
  files,
}: SentApplication): Entry[] => [
  [englishTexts.reference, reference],
  [englishTexts.submittedAt, `${formatDisplayTime(submittedAt)} (Asia/Shanghai)`],
  ['Language', languageNames[language]],
  ...filledFields(fields).map(
    (field): Entry => [englishTexts[field], stripControls(formatValue(field, fields[field], englishTexts))],
  ),
  ['Privacy notice', privacyNotice ?? 'none'],
  [englishTexts.declareFile, files.map(describeFile).join('\n')],
];

const describeFile = ({ name, type, bytes, sha256, ...file }: SentApplication['files'][number]): string =>
  [
    toSafeLine(name),
    `  ${formatSize(bytes)} (${bytes} bytes), ${toSafeLine(type)}, ${describeScan(file)}`,
    `  sha256 ${sha256}`,
  ].join('\n');

const describeScan = ({ scan, scanReason }: Pick<FileRow, 'scan' | 'scanReason'>): string =>
  scanDescriptions[scan] + (scanReason === null ? '' : ` (${toSafeLine(scanReason)})`);

/** Formats a label and its text. Further lines are indented to the start of the text. */
function formatEntry([label, text]: Entry, width: number): string {
  const indent = `\n${' '.repeat(width)}`;
  return `${padToWidth(label, width)}${text.replaceAll('\n', indent)}\n`;
}
