import type { MailLine, MailModel, MailRow } from '../../../../views/mail/mail.model.ts';
import { texts } from '../../../i18n/set-up.ts';
import { cleanLine } from '../../rules/text.ts';

const RULE = '-'.repeat(40);
/** Indents multi-line values, so that no line of a value looks like a label. */
const INDENT = '    ';

/** Renders an email as plain text in the order of its HTML. Multi-line values are below their label, all others next to it. */
export function mailText({
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
  const rows = (list: readonly MailRow[]) => list.map((row) => rowText(row, colon)).join('\n');
  return [
    plainLine(group),
    plainLine(title),
    ...lead.map(plainLine),
    rows(facts),
    ...(details ? [RULE, plainLine(details.heading), rows(details.rows), RULE] : []),
    ...(steps ? [steps.heading, ...steps.sentences].map(plainLine) : []),
    ...closing.map(plainLine),
    [group, ...links.map(({ text }) => text)].map(plainLine).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

function rowText({ label, lines }: MailRow, colon: string): string {
  const [first, ...more] = lines.map(lineText);
  if (more.length === 0) return `${label}${colon}${first ?? ''}`.trimEnd();
  const block = [first, ...more].map((line) => `${INDENT}${line}`.trimEnd());
  return [`${label}${colon}`.trimEnd(), ...block].join('\n');
}

const lineText = ({ text, note }: MailLine): string =>
  note === undefined ? plainLine(text) : `${plainLine(text)} (${note})`;

const BIDI_CONTROLS = /\p{Bidi_Control}/gu;

/** Returns a single line without bidi controls, which would reorder the text around it. */
export const plainLine = (text: string): string => cleanLine(text.replace(BIDI_CONTROLS, ''));

/** Returns a plain line, truncated to `maxLength` characters followed by `…` if it is longer. */
export function boundedLine(text: string, maxLength: number): string {
  const characters = [...plainLine(text)];
  return characters.length <= maxLength
    ? characters.join('')
    : `${characters.slice(0, maxLength).join('').trimEnd()}…`;
}
