import type { MailLine, MailModel, MailRow } from '../../../../views/mail/mail.model.ts';
import { texts } from '../../../i18n/set-up.ts';
import { cleanLine } from '../../rules/text.ts';

const HORIZONTAL_RULE = '-'.repeat(40);
/** Indents multi-line values, so that no line of a value looks like a label. */
const INDENT = '    ';

/** Renders an email as plain text in the order of its HTML. Multi-line values are below their label, all others next to it. */
export function renderMailText({
  language,
  group,
  title,
  lead,
  facts,
  details,
  steps,
  closing,
  links,
}: MailModel): string {
  const colon = texts(language).colon;
  const rows = (list: readonly MailRow[]) => list.map((row) => renderRow(row, colon)).join('\n');
  return [
    toPlainLine(group),
    toPlainLine(title),
    ...lead.map(toPlainLine),
    rows(facts),
    ...(details ? [HORIZONTAL_RULE, toPlainLine(details.heading), rows(details.rows), HORIZONTAL_RULE] : []),
    ...(steps ? [steps.heading, ...steps.sentences].map(toPlainLine) : []),
    ...closing.map(toPlainLine),
    [group, ...links.map(({ text }) => text)].map(toPlainLine).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

function renderRow({ label, lines }: MailRow, colon: string): string {
  const [first, ...more] = lines.map(renderLine);
  if (more.length === 0) return `${label}${colon}${first ?? ''}`.trimEnd();
  const block = [first, ...more].map((line) => `${INDENT}${line}`.trimEnd());
  return [`${label}${colon}`.trimEnd(), ...block].join('\n');
}

const renderLine = ({ text, note }: MailLine): string =>
  note === undefined ? toPlainLine(text) : `${toPlainLine(text)} (${note})`;

const BIDI_CONTROLS = /\p{Bidi_Control}/gu;

/** Returns a single line without bidi controls, which would reorder the text around it. */
export const toPlainLine = (text: string): string => cleanLine(text.replace(BIDI_CONTROLS, ''));

/** Returns a plain line, truncated to `maxLength` characters followed by `…` if it is longer. */
export function truncateLine(text: string, maxLength: number): string {
  const characters = [...toPlainLine(text)];
  return characters.length <= maxLength
    ? characters.join('')
    : `${characters.slice(0, maxLength).join('').trimEnd()}…`;
}
