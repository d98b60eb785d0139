import type { MailLine, MailModel, MailRow } from '../../../views/mail/mail.model.ts';
import { cleanLine } from '../../form/rules/text.ts';
import { texts } from '../../i18n/set-up.ts';

const RULE = '-'.repeat(40);
/** Further lines stand in from the margin, so that none of them can be taken for a label. */
const INDENT = '    ';
/** Marks that would reverse the text beside them. */
const REVERSING = /\p{Bidi_Control}/gu;

/** A text on one line that changes nothing beside it. */
export const plainLine = (text: string): string => cleanLine(text.replace(REVERSING, ''));

/** A mail as plain text, in the order of its HTML: a label and its value a line, lists and longer texts below their label. */
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
