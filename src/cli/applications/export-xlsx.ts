import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import { shownValue } from '../../../views/forms/field-labels.ts';
import type { ApplicationRecord, FileRecord } from '../../deliveries/forward/application-record.ts';
import { scanText } from '../../deliveries/mail/compose-mail.ts';
import { fields, type TextField, textFields } from '../../form/rules/fields.ts';
import { type Texts, texts } from '../../i18n/set-up.ts';

/** Excel counts days from here, with an error before March. */
const FIRST_DAY = '1900-03-01';
const DAY_FORMAT = 'yyyy-mm-dd';
const TIME_FORMAT = 'yyyy-mm-dd hh:mm';
/** Excel reads `_x0041_` as a character. */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/giu;
const WIDTH = 24;
const WIDTH_OF_LINES = 60;

type Cell = SheetData[number][number];

/** A workbook for staff of both languages: one row per application, texts as texts, dates as dates, labels and choices as words. */
export async function* xlsx(records: AsyncIterable<ApplicationRecord>): AsyncGenerator<Uint8Array> {
  const headings = ['reference', 'submittedAt', 'mailFormLanguage', ...textFields, 'declareFile'] as const;
  const rows: SheetData = [
    headings.map((name) => ({ ...text(words((all) => all[name])), fontWeight: 'bold' })),
  ];
  for await (const record of records) rows.push(rowOf(record));
  const columns = headings.map((name) => ({
    width: name === 'declareFile' || isLines(name) ? WIDTH_OF_LINES : WIDTH,
  }));
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
  if (kind === 'stage') return text(words((all) => shownValue(name, value, all)));
  return { ...text(value), wrap: isLines(name) };
}

/** The wall clock of Asia/Shanghai: a date of a workbook has no zone. */
const time = (iso: string): Cell => date(`${iso.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`, TIME_FORMAT);

const date = (iso: string, format: string): Cell => ({ value: new Date(iso), format, alignVertical: 'top' });

const describeFile = ({ name, path, scan }: FileRecord): string =>
  `${path ?? name} (${words((all) => scanText(scan, all))})`;

const text = (value: string) =>
  ({ value: value.replace(ESCAPE, '_x005F_'), type: String, alignVertical: 'top' }) as const;

/** A text in both languages, unless they are the same. */
const words = (of: (all: Texts) => string): string =>
  [...new Set([of(texts('zh')), of(texts('en'))])].join(' / ');

const isLines = (name: string): boolean => fields[name as TextField]?.kind === 'lines';
