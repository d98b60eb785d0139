import type { SheetData } from 'write-excel-file/node';
import { formatValue } from '../../../views/forms/field-labels.ts';
import {
  type ApplicationRecord,
  type FileRecord,
  toApplicationRecord,
} from '../../applications/deliveries/forward/application-record.ts';
import { scanText } from '../../applications/deliveries/mail/mail-models.ts';
import { fields, type TextField, textFields } from '../../applications/rules/fields.ts';
import type { Store } from '../../applications/store/index.ts';
import { type Texts, texts } from '../../i18n/set-up.ts';
import { type CopyOptions, createFileCopier } from './export-files.ts';

export const exportFormats = ['json', 'csv', 'xlsx'] as const;
type ExportFormat = (typeof exportFormats)[number];

type Options = { format: ExportFormat; since?: number; folder?: string };

/** Exports all applications one by one. With `folder`, also copies their files. */
export async function* exportApplications(
  store: Store,
  { format, since, folder }: Options,
  copyOptions: CopyOptions,
): AsyncGenerator<string | Uint8Array> {
  const copy =
    folder === undefined ? undefined : await createFileCopier(store.fileStore, folder, copyOptions);
  async function* readAll(): AsyncGenerator<ApplicationRecord> {
    for await (const application of store.applications.all({ since }))
      yield toApplicationRecord(application, await copy?.(application));
  }
  if (format === 'json') yield* writeJson(readAll());
  else if (format === 'csv') yield* writeCsv(readAll(), { withPaths: folder !== undefined });
  else yield* writeWorkbook(readAll());
}

async function* writeJson(records: AsyncIterable<ApplicationRecord>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const record of records) {
    yield separator + JSON.stringify(record);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** No file name contains a line break. */
const FILE_SEPARATOR = '\n';

/** Spreadsheets would read such a value as a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA_START = /^[=+\-@\t\r]/u;
const SIGNED_DIGITS = /^\+\d+$/u;

const columns = ['reference', 'language', 'submittedAt', ...textFields, 'privacyNotice'] as const;

/** Yields RFC 4180 CSV with one row per application. `withPaths` adds the paths of copied files. */
async function* writeCsv(
  records: AsyncIterable<ApplicationRecord>,
  { withPaths }: { withPaths: boolean },
): AsyncGenerator<string> {
  yield csvRow([...columns, 'files', 'scans', ...(withPaths ? ['paths'] : [])]);
  for await (const record of records) {
    const joinFiles = (text: (file: FileRecord) => string) => record.files.map(text).join(FILE_SEPARATOR);
    yield csvRow([
      ...columns.map((column) => record[column] ?? ''),
      joinFiles(({ name }) => name),
      joinFiles(({ scan }) => scan),
      ...(withPaths ? [joinFiles(({ path }) => path ?? '')] : []),
    ]);
  }
}

export const csvRow = (cells: string[]): string =>
  `${cells.map((text) => `"${guardFormula(text).replaceAll('"', '""')}"`).join(',')}\r\n`;

const guardFormula = (text: string): string =>
  FORMULA_START.test(text) && !SIGNED_DIGITS.test(text) ? `'${text}` : text;

/** First day with a correct serial number in Excel; earlier ones are off by one. */
const FIRST_CORRECT_DAY = '1900-03-01';
const DAY_FORMAT = 'yyyy-mm-dd';
const TIME_FORMAT = 'yyyy-mm-dd hh:mm';
/** Matches the start of escapes such as `_x0041_`, which Excel reads as a character. */
const EXCEL_ESCAPE = /_(?=x[0-9a-f]{4}_)/giu;
const COLUMN_WIDTH = 24;
const MULTILINE_COLUMN_WIDTH = 60;

type Cell = SheetData[number][number];

async function* writeWorkbook(records: AsyncIterable<ApplicationRecord>): AsyncGenerator<Uint8Array> {
  const headings = ['reference', 'submittedAt', 'mailFormLanguage', ...textFields, 'declareFile'] as const;
  const rows: SheetData = [
    headings.map((name) => ({ ...textCell(inBothLanguages((all) => all[name])), fontWeight: 'bold' })),
  ];
  for await (const record of records) rows.push(toWorkbookRow(record));
  const columns = headings.map((name) => ({
    width: name === 'declareFile' || isMultiline(name) ? MULTILINE_COLUMN_WIDTH : COLUMN_WIDTH,
  }));
  // Loaded only for a workbook, which few exports need.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  yield await writeExcelFile(rows, { columns, stickyRowsCount: 1 }).toBuffer();
}

const toWorkbookRow = (record: ApplicationRecord): Cell[] => [
  textCell(record.reference),
  timeCell(record.submittedAt),
  textCell(texts(record.language).mailLanguageName),
  ...textFields.map((name) => fieldCell(name, record[name])),
  { ...textCell(record.files.map(formatFileCell).join(FILE_SEPARATOR)), wrap: true },
];

function fieldCell(name: TextField, value: string): Cell {
  const { kind } = fields[name];
  if (kind === 'date' && value >= FIRST_CORRECT_DAY) return dateCell(value, DAY_FORMAT);
  if (kind === 'choice') return textCell(inBothLanguages((all) => formatValue(name, value, all)));
  return { ...textCell(value), wrap: isMultiline(name) };
}

/** Drops the UTC offset of Asia/Shanghai: dates in a workbook have no time zone. */
const timeCell = (iso: string): Cell =>
  dateCell(`${iso.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`, TIME_FORMAT);

const dateCell = (iso: string, format: string): Cell => {
  return { value: new Date(iso), format, alignVertical: 'top' };
};

const formatFileCell = ({ name, path, scan }: FileRecord): string =>
  `${path ?? name} (${inBothLanguages((all) => scanText(scan, all))})`;

const textCell = (value: string) =>
  ({ value: value.replace(EXCEL_ESCAPE, '_x005F_'), type: String, alignVertical: 'top' }) as const;

const inBothLanguages = (select: (all: Texts) => string): string =>
  [...new Set([select(texts('zh')), select(texts('en'))])].join(' / ');

const isMultiline = (name: string): boolean => fields[name as TextField]?.kind === 'lines';
