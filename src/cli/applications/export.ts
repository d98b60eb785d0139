import {
  type ApplicationRecord,
  type FileRecord,
  recordOf,
} from '../../deliveries/forward/application-record.ts';
import { textFields } from '../../form/rules/fields.ts';
import type { Store } from '../../store/index.ts';
import { type CopyOptions, createFileCopier } from './export-files.ts';

export const exportFormats = ['json', 'csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

type Options = { format: ExportFormat; since?: number; folder?: string };

/** Exports all applications piece by piece. With `folder`, copies their files too. */
export async function* exportApplications(
  store: Store,
  { format, since, folder }: Options,
  copyOptions: CopyOptions,
): AsyncGenerator<string | Uint8Array> {
  const copy = folder === undefined ? undefined : await createFileCopier(store.uploads, folder, copyOptions);
  async function* records(): AsyncGenerator<ApplicationRecord> {
    for await (const application of store.applications.all({ since }))
      yield recordOf(application, await copy?.(application));
  }
  if (format === 'json') yield* json(records());
  else if (format === 'csv') yield* csv(records(), { withPaths: folder !== undefined });
  else {
    // Loaded only for a workbook.
    const { xlsx } = await import('./export-xlsx.ts');
    yield* xlsx(records());
  }
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

/** Separates the files in a cell: no file name contains it. */
const FILE_SEPARATOR = '\n';

/** Texts that a spreadsheet would read as a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r]/u;
const PHONE_NUMBER = /^\+\d+$/u;
const FORMULA_GUARD = "'";

const columns = ['reference', 'language', 'submittedAt', ...textFields, 'privacyNotice'] as const;

/** RFC 4180, one row per application. `withPaths` adds the paths of copied files. */
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
