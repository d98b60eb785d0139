import stringWidth from 'string-width';
import { formatSize } from '../../content/file-size.ts';
import { displayTime } from '../../content/time.ts';
import { filledFields } from '../../form/rules/fields.ts';
import type { Language } from '../../i18n/languages.ts';
import { texts } from '../../i18n/set-up.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Scan } from '../../store/engine/tables.ts';
import type { Store } from '../../store/index.ts';
import { padded, visible, visibleLine } from '../terminal.ts';

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

/** One application with the label of every field. Throws if the reference number is unknown. */
export async function* show({ applications }: Store, reference: string): AsyncGenerator<string> {
  const application = await applications.get(reference);
  if (!application) throw new Error(`no application has the reference number ${reference.trim()}`);
  const entries = entriesOf(application);
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
  [words.submittedAt, `${displayTime(submittedAt)} (Asia/Shanghai)`],
  ['Language', languageNames[language]],
  ...filledFields(fields).map((field): Entry => [words[field], visible(fields[field])]),
  ['Privacy notice', privacyNotice ?? 'none'],
  [words.declareFile, files.map(describeFile).join('\n')],
];

const describeFile = ({ name, type, bytes, sha256, scan }: SentApplication['files'][number]): string =>
  [
    visibleLine(name),
    `  ${formatSize(bytes)} (${bytes} bytes), ${visibleLine(type)}, ${scanWords[scan]}`,
    `  sha256 ${sha256}`,
  ].join('\n');

/** The label and, next to it, the lines of the text below each other. */
function linesOf([label, text]: Entry, width: number): string {
  const indent = `\n${' '.repeat(width)}`;
  return `${padded(label, width)}${text.replaceAll('\n', indent)}\n`;
}
