import { textFields } from '../application/fields.ts';
import type { ApplicationRecord, FileRecord } from '../deliveries/record.ts';

/** By it Excel knows the text for UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
/** Between files of one cell: no file name has it. */
const FILE_END = '\n';

/**
 * What a spreadsheet takes for a formula, also behind spaces and what cannot be seen
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;
const HARMLESS = "'";

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

const rowOf = (cells: string[]): string => cells.map(cellOf).join(',') + LINE_END;

/** Always in quotes: a spreadsheet that separates by semicolons must not find a second cell in it. */
export const cellOf = (text: string): string =>
  `"${(FORMULA.test(text) ? HARMLESS + text : text).replaceAll('"', '""')}"`;
