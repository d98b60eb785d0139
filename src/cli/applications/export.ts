import type { SheetData } from 'write-excel-file/node';
import { shownValue } from '../../../views/forms/field-labels.ts';
import {
  type ApplicationRecord,
  type FileRecord,
  toApplicationRecord,
} from '../../applications/deliveries/forward/application-record.ts';
import { scanText } from '../../applications/deliveries/mail/notice-mail.ts';
import { fields, type TextField, textFields } from '../../applications/rules/fields.ts';
import type { Store } from '../../applications/store/index.ts';
import { type Texts, texts } from '../../i18n/set-up.ts';
import { type CopyOptions, createFileCopier } from './export-files.ts';

export const exportFormats = ['json', 'csv', 'xlsx'] as const;
type ExportFormat = (typeof exportFormats)[number];

type Options = { format: ExportFormat; since?: number; folder?: string };

/** Exports all applications piece by piece. With `folder`, also copies their files. */
export async function* exportApplications(
  store: Store,
  { format, since, folder }: Options,
  copyOptions: CopyOptions,
): AsyncGenerator<string | Uint8Array> {
  const copy = folder === undefined ? undefined : await createFileCopier(store.uploads, folder, copyOptions);
  async function* records(): AsyncGenerator<ApplicationRecord> {
    for await (const application of store.applications.all({ since }))
      yield toApplicationRecord(application, await copy?.(application));
  }
  if (format === 'json') yield* json(records());
  else if (format === 'csv') yield* csv(records(), { withPaths: folder !== undefined });
  else yield* xlsx(records());
}

/** Yields a JSON array with one application per line. */
async function* json(records: AsyncIterable<ApplicationRecord>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const record of records) {
    yield before + JSON.stringify(record);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Separates the files in a cell, because no file name contains it. */
const FILE_SEPARATOR = '\n';

/** Matches texts that a spreadsheet would read as a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r]/u;
const PHONE_NUMBER = /^\+\d+$/u;
const FORMULA_GUARD = "'";

const columns = ['reference', 'language', 'submittedAt', ...textFields, 'privacyNotice'] as const;

/** Yields CSV by RFC 4180, one row per application. `withPaths` adds the paths of copied files. */
async function* csv(
  records: AsyncIterable<ApplicationRecord>,
  { withPaths }: { withPaths: boolean },
): AsyncGenerator<string> {
  yield csvRow([...columns, 'files', 'scans', ...(withPaths ? ['paths'] : [])]);
  for await (const record of records) {
    const cellOf = (text: (file: FileRecord) => string) => record.files.map(text).join(FILE_SEPARATOR);
    yield csvRow([
      ...columns.map((column) => record[column] ?? ''),
      cellOf(({ name }) => name),
      cellOf(({ scan }) => scan),
      ...(withPaths ? [cellOf(({ path }) => path ?? '')] : []),
    ]);
  }
}

export const csvRow = (cells: string[]): string =>
  `${cells.map((text) => `"${guarded(text).replaceAll('"', '""')}"`).join(',')}\r\n`;

const guarded = (text: string): string =>
  FORMULA.test(text) && !PHONE_NUMBER.test(text) ? FORMULA_GUARD + text : text;

/** First day that Excel numbers correctly; earlier ones are off by one. */
const FIRST_DAY = '1900-03-01';
const DAY_FORMAT = 'yyyy-mm-dd';
const TIME_FORMAT = 'yyyy-mm-dd hh:mm';
/** Excel reads `_x0041_` as a character. */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/giu;
const WIDTH = 24;
const WIDTH_OF_LINES = 60;

type Cell = SheetData[number][number];

/**
 * Yields a workbook for staff of both languages: one row per application, with texts and dates as such and labels and choices as
 * words.
 */
async function* xlsx(records: AsyncIterable<ApplicationRecord>): AsyncGenerator<Uint8Array> {
  const headings = ['reference', 'submittedAt', 'mailFormLanguage', ...textFields, 'declareFile'] as const;
  const rows: SheetData = [
    headings.map((name) => ({ ...text(words((all) => all[name])), fontWeight: 'bold' })),
  ];
  for await (const record of records) rows.push(rowOf(record));
  const columns = headings.map((name) => ({
    width: name === 'declareFile' || isLines(name) ? WIDTH_OF_LINES : WIDTH,
  }));
  // Loaded only for a workbook, because few exports need it.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  yield await writeExcelFile(rows, { columns, stickyRowsCount: 1 }).toBuffer();
}

const rowOf = (record: ApplicationRecord): Cell[] => [
  text(record.reference),
  time(record.submittedAt),
  text(texts(record.language).mailLanguageName),
  ...textFields.map((name) => fieldCell(name, record[name])),
  { ...text(record.files.map(describeFile).join('\n')), wrap: true },
];

function fieldCell(name: TextField, value: string): Cell {
  const { kind } = fields[name];
  if (kind === 'date' && value >= FIRST_DAY) return date(value, DAY_FORMAT);
  if (kind === 'choice') return text(words((all) => shownValue(name, value, all)));
  return { ...text(value), wrap: isLines(name) };
}

/** Converts to the wall clock of Asia/Shanghai, because a date in a workbook has no zone. */
const time = (iso: string): Cell => date(`${iso.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`, TIME_FORMAT);

const date = (iso: string, format: string): Cell => ({ value: new Date(iso), format, alignVertical: 'top' });

const describeFile = ({ name, path, scan }: FileRecord): string =>
  `${path ?? name} (${words((all) => scanText(scan, all))})`;

const text = (value: string) =>
  ({ value: value.replace(ESCAPE, '_x005F_'), type: String, alignVertical: 'top' }) as const;

/** Returns a text in both languages, or once if they are the same. */
const words = (of: (all: Texts) => string): string =>
  [...new Set([of(texts('zh')), of(texts('en'))])].join(' / ');

const isLines = (name: string): boolean => fields[name as TextField]?.kind === 'lines';
