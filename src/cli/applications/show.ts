import { domainToUnicode } from 'node:url';
import stringWidth from 'string-width';
import { formatValue } from '../../../views/forms/field-labels.ts';
import { filledFields, type Values } from '../../applications/rules/fields.ts';
import { MIN_PHONE_DIGITS } from '../../applications/rules/limits.ts';
import { cleanPhone, phoneDigits } from '../../applications/rules/phone.ts';
import type {
  ApplicationSummary,
  SentApplication,
} from '../../applications/store/applications/applications.ts';
import type { OpenDraft } from '../../applications/store/drafts/draft-files.ts';
import type { FileRow, ScanStatus } from '../../applications/store/engine/tables.ts';
import type { Store } from '../../applications/store/index.ts';
import { formatSize } from '../../content/media-formats.ts';
import { foldText } from '../../content/search/fold-text.ts';
import { formatDisplayTime } from '../../content/time.ts';
import type { Language } from '../../i18n/languages.ts';
import { texts } from '../../i18n/set-up.ts';
import { stripControls } from '../../lib/log.ts';
import { formatCount } from '../../lib/messages.ts';
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

export async function* listApplications(
  { applications }: Store,
  since: number | undefined,
  report: Report,
): AsyncGenerator<string> {
  const none =
    since === undefined ? 'No applications yet.' : `No applications since ${formatDisplayTime(since)}.`;
  const summaries = await applications.list({ since });
  if (summaries.length > 0) yield* formatTable([HEADINGS, ...summaries.map(toSummaryRow)]);
  else report(none);
}

type Searched = { fields: Partial<Values>; files: { name: string }[] };

/** Prints the applications that contain a text, then the open drafts with the key that `delete` accepts. */
export async function* findApplications(
  { applications, drafts }: Store,
  text: string,
  report: Report,
): AsyncGenerator<string> {
  const wanted = [foldForSearch(text), ...findLocalNumber(text)];
  const isWanted = ({ fields, files }: Searched, reference = ''): boolean => {
    const email = fields.contactEmail?.replace(/(?<=@).+/u, domainToUnicode) ?? '';
    const names = files.map(({ name }) => name);
    const folded = [reference, email, ...Object.values(fields), ...names].map(foldForSearch);
    return wanted.some((one) => folded.some((value) => value.includes(one)));
  };
  const found = new Set<string>();
  for await (const application of applications.all())
    if (isWanted(application, application.reference)) found.add(application.reference);
  const summaries = (await applications.list()).filter(({ reference }) => found.has(reference));
  const draftRows: string[][] = [];
  for await (const draft of drafts.allOpen()) if (isWanted(draft)) draftRows.push(toDraftRow(draft));
  const rows = [...summaries.map(toSummaryRow), ...draftRows];
  if (rows.length > 0) yield* formatTable([HEADINGS, ...rows]);
  else report('No application or open draft contains this text.');
}

const DRAFT_KEY = /^DRAFT-(?<id>.+)$/iu;

/** Returns the key of an open draft for operators. An id alone could look like an option. */
export const toDraftKey = (id: string): string => `DRAFT-${id}`;

export const parseDraftKey = (key: string): string | undefined => DRAFT_KEY.exec(key.trim())?.groups?.id;

const toDraftRow = ({ id, updatedAt, language, fields, files }: OpenDraft): string[] => [
  toDraftKey(id),
  `not sent, ${formatDisplayTime(updatedAt)}`,
  language,
  toSafeLine(fields.companyName ?? ''),
  String(files.length),
];

const LOCAL_DIGITS = 8;

/** Returns a phone number's last digits, which have no country code, area code or extension. */
function findLocalNumber(text: string): string[] {
  const digits = phoneDigits(cleanPhone(text)) ?? '';
  return digits.length >= MIN_PHONE_DIGITS ? [digits.slice(-LOCAL_DIGITS)] : [];
}

export async function getApplication({ applications }: Pick<Store, 'applications'>, reference: string) {
  const application = await applications.get(reference);
  if (!application) throw new Error(`no application has the reference number ${reference.trim()}`);
  return application;
}

const NOT_SEARCHED = /[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu;

/** Returns letters and digits without accents, case and width: an additional hit is better than a miss. */
export const foldForSearch = (text: string): string =>
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
  if (deliveries === 0) return '–';
  return `${delivered} of ${deliveries}${refused > 0 ? `, ${refused} refused` : ''}`;
}

/** Counts files by scan result, so that an operator is warned before opening them. */
function formatScans({ infected, held, unscanned }: ApplicationSummary): string {
  const counts = Object.entries({ infected, 'not yet scanned': held, unscanned });
  const parts = counts.filter(([, count]) => count > 0).map(([text, count]) => `${count} ${text}`);
  return parts.join(', ') || 'clean';
}

const englishTexts = texts('en');
const languageNames: Record<Language, string> = { zh: 'Chinese', en: 'English' };
const scanDescriptions: Record<ScanStatus, string> = {
  clean: 'clean',
  unscanned: 'unscanned: no virus scanner was configured',
  held: 'held: not yet scanned for viruses',
  infected: 'INFECTED',
};
const LABEL_GAP = 2;

type Entry = [label: string, text: string];

export async function* showApplication(store: Store, reference: string): AsyncGenerator<string> {
  const entries = toEntries(await getApplication(store, reference));
  const width = Math.max(...entries.map(([label]) => stringWidth(label))) + LABEL_GAP;
  for (const entry of entries) yield formatEntry(entry, width);
}

const toEntries = ({ fields, files, ...application }: SentApplication): Entry[] => [
  [englishTexts.reference, application.reference],
  [englishTexts.submittedAt, `${formatDisplayTime(application.submittedAt)} (Asia/Shanghai)`],
  ['Language', languageNames[application.language]],
  ...filledFields(fields).map(
    (field): Entry => [englishTexts[field], stripControls(formatValue(field, fields[field], englishTexts))],
  ),
  ['Privacy notice', application.privacyNotice ?? 'none'],
  [englishTexts.declareFile, files.map(describeFile).join('\n')],
];

const describeFile = ({ name, type, bytes, sha256, ...file }: SentApplication['files'][number]): string =>
  [
    toSafeLine(name),
    `  ${formatSize(bytes)} (${formatCount(bytes, 'byte')}), ${toSafeLine(type)}, ${describeScan(file)}`,
    `  sha256 ${sha256}`,
  ].join('\n');

const describeScan = ({ scan, scanReason }: Pick<FileRow, 'scan' | 'scanReason'>): string =>
  scanDescriptions[scan] + (scanReason === null ? '' : ` (${toSafeLine(scanReason)})`);

/** Indents further lines to the start of the text. */
const formatEntry = ([label, text]: Entry, width: number): string =>
  `${padToWidth(label, width)}${text.replaceAll('\n', `\n${' '.repeat(width)}`)}\n`;
