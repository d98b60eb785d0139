import { stringify } from 'csv-stringify/sync';
import {
  type ApplicationRecord,
  type FileRecord,
  recordOf,
} from '../../deliveries/forward/application-record.ts';
import { textFields } from '../../form/rules/fields.ts';
import type { Store } from '../../store/index.ts';
import { type CopyOptions, createFileCopier } from './export-files.ts';

type Options = { format: 'json' | 'csv'; since?: number; folder?: string };

/** Exports all applications piece by piece. With `folder`, copies their files too. */
export async function* exportApplications(
  store: Store,
  { format, since, folder }: Options,
  copyOptions: CopyOptions,
): AsyncGenerator<string> {
  const copy = folder === undefined ? undefined : await createFileCopier(store.uploads, folder, copyOptions);
  async function* records(): AsyncGenerator<ApplicationRecord> {
    for await (const application of store.applications.all({ since }))
      yield recordOf(application, await copy?.(application));
  }
  yield* format === 'json' ? json(records()) : csv(records(), { withPaths: folder !== undefined });
}

/** JSON array with one application per line. */
async function* json(records: AsyncIterable<ApplicationRecord>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const record of records) {
    yield before + JSON.stringify(record);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Makes Excel read the text as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Separates the files in a cell: no file name contains it. */
const FILE_SEPARATOR = '\n';

/**
 * Texts that a spreadsheet would change: formulas, also after spaces and invisible characters
 * (https://owasp.org/www-community/attacks/CSV_Injection), numbers, dates, times and truth values.
 * A text that begins with the guard gets a second one, so that removing one restores every text.
 */
const CHANGED_BY_SPREADSHEETS = [
  /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@])/u,
  /^\s*(?:[上下]午)?[(.$¥£€]?\d[\d\s.,:/()%+\-apme年月日时点分秒上下午]*$/iu,
  /^[\d\s.,/-]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\d\s.,/-]*$/iu,
  /^(?:true|false)$/iu,
  /^'/u,
];
const TEXT_GUARD = "'";

const columns = ['reference', 'language', 'submittedAt', ...textFields, 'privacyNotice'] as const;

/** RFC 4180, one row per application. `withPaths` adds the paths of copied files. */
async function* csv(
  records: AsyncIterable<ApplicationRecord>,
  { withPaths }: { withPaths: boolean },
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow([...columns, 'files', 'scans', ...(withPaths ? ['paths'] : [])]);
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

/** Quotes every cell: a spreadsheet that separates by semicolons must not split it. */
export const csvRow = (cells: string[]): string =>
  stringify([cells.map(guarded)], { quoted: true, quoted_empty: true, record_delimiter: 'windows' });

function guarded(text: string): string {
  const halfWidth = text.normalize('NFKC');
  return CHANGED_BY_SPREADSHEETS.some((pattern) => pattern.test(halfWidth)) ? TEXT_GUARD + text : text;
}
