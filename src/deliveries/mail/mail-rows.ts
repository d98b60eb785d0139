import { fieldLabel, shownValue } from '../../../views/forms/field-labels.ts';
import type { MailRow } from '../../../views/mail/mail.model.ts';
import { formatMoment } from '../../content/time.ts';
import type { TextField } from '../../form/rules/fields.ts';
import { texts as textsOf, translate } from '../../i18n/set-up.ts';
import type { SentApplication } from '../../store/applications/applications.ts';

export const row = (label: string, text: string): MailRow => ({
  label,
  lines: text.split('\n').map((line) => ({ text: line })),
});

/** Reference number and time. */
export function factsOf({ reference, submittedAt, language }: SentApplication): MailRow[] {
  const texts = textsOf(language);
  const time = translate(language, 'beijingTime', { time: formatMoment(submittedAt, language) });
  return [row(texts.reference, reference), row(texts.submittedAt, time)];
}

/** A field by its label on the form. */
export function fieldRow({ fields, language }: SentApplication, name: TextField): MailRow {
  const texts = textsOf(language);
  return row(fieldLabel(name, texts), shownValue(name, fields[name], texts));
}
