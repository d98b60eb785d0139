import { stringify } from 'csv-stringify/sync';
import type { ApplicationRecord, FileRecord } from '../../deliveries/forward/application-record.ts';
import { textFields } from '../../form/rules/fields.ts';

/** Tells Excel that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Separates the files of one cell: no file name has it. */
const FILE_END = '\n';

/**
 * Texts that a spreadsheet would change: formulas, also behind spaces and invisible characters
 * (https://owasp.org/www-community/attacks/CSV_Injection), numbers, dates, times and truth values.
 * A text that begins with the guard gets another one, so that removing one restores every text.
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

/** RFC 4180 with a byte order mark, a row an application; `withPaths` adds where its files were copied to. */
export async function* csv(
  records: AsyncIterable<ApplicationRecord>,
  { withPaths }: { withPaths: boolean },
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + rowOf([...columns, 'files', 'scans', ...(withPaths ? ['paths'] : [])]);
  for await (const application of records) {
    const texts = columns.map((column) => application[column] ?? '');
    const linesOf = (text: (file: FileRecord) => string) => application.files.map(text).join(FILE_END);
    const cells = [linesOf(({ name }) => name), linesOf(({ scan }) => scan)];
    const paths = linesOf(({ path }) => path ?? '');
    yield rowOf([...texts, ...cells, ...(withPaths ? [paths] : [])]);
  }
}

/** Every cell in quotes: a spreadsheet that separates by semicolons must not find a second cell in it. */
export const rowOf = (cells: string[]): string =>
  stringify([cells.map(guarded)], { quoted: true, quoted_empty: true, record_delimiter: 'windows' });

function guarded(text: string): string {
  const halfWidth = text.normalize('NFKC');
  return CHANGED_BY_SPREADSHEETS.some((pattern) => pattern.test(halfWidth)) ? TEXT_GUARD + text : text;
}
