import type { MailModel, MailRow } from '../../../views/mail/mail.model.ts';
import { formatSize } from '../../content/file-size.ts';
import { filledFields } from '../../form/rules/fields.ts';
import { texts as textsOf, translate } from '../../i18n/set-up.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import { groupEmail, linksOf, type Sender } from './mail-group.ts';
import { factsOf, fieldRow } from './mail-rows.ts';

/** Everything that was sent, for the session that sent it; it is never mailed. */
export function receiptCopy(application: SentApplication, sender: Sender): MailModel {
  const { language } = application;
  const texts = textsOf(language);
  const fieldRows = filledFields(application.fields).map((name) => fieldRow(application, name));
  return {
    language,
    group: sender.group.name,
    title: texts.submissionSuccessful,
    lead: [texts.sentLead],
    facts: factsOf(application),
    details: { heading: texts.receipt, rows: [...fieldRows, filesRow(application)] },
    closing: closingOf(application, sender),
    links: linksOf(sender, language),
  };
}

function filesRow({ files, language }: SentApplication): MailRow {
  const lines = files.map(({ name, bytes }) => ({ text: name, note: formatSize(bytes) }));
  return { label: textsOf(language).declareFile, lines };
}

function closingOf({ fields, language }: SentApplication, sender: Sender): string[] {
  const answer = translate(language, 'mailAnswer', { email: fields.contactEmail });
  const email = groupEmail(sender);
  return email === undefined ? [answer] : [answer, translate(language, 'mailMistake', { email })];
}
