import { fieldFacts, stageLabel } from '../../views/forms/field-facts.ts';
import type { MailModel, MailRow } from '../../views/mail/mail.model.ts';
import { type TextField, textFields } from '../application/fields.ts';
import { formatSize } from '../content/file-size.ts';
import { formatMoment } from '../content/time.ts';
import { texts as textsOf, translate } from '../i18n/set-up.ts';
import type { SentApplication } from '../store/applications.ts';
import { groupEmail, linksOf, type Sender } from './mail-group.ts';

/** The receipt of an application for who sent it, with everything that was sent, in the language of the form. */
export function receiptMail(application: SentApplication, sender: Sender): MailModel {
  const { language } = application;
  const texts = textsOf(language);
  return {
    language,
    group: sender.group.name,
    title: texts.submissionSuccessful,
    lead: [texts.sentLead],
    facts: factsOf(application),
    details: { heading: texts.receipt, rows: [...fieldRows(application), ...moreRows(application)] },
    closing: closingOf(application, sender),
    links: linksOf(sender, language),
  };
}

/** The reference number and the time, as both mails tell them. */
export function factsOf({ reference, submittedAt, language }: SentApplication): MailRow[] {
  const texts = textsOf(language);
  const time = translate(language, 'beijingTime', { time: formatMoment(submittedAt, language) });
  return [row(texts.reference, reference), row(texts.submittedAt, time)];
}

export const row = (label: string, text: string): MailRow => ({
  label,
  lines: text.split('\n').map((line) => ({ text: line })),
});

const fieldRows = (application: SentApplication): MailRow[] =>
  textFields.map((name) => fieldRow(application, name));

/** A field by its label on the form. */
export function fieldRow({ fields, language }: SentApplication, name: TextField): MailRow {
  const texts = textsOf(language);
  const value = fields[name];
  return row(fieldFacts(texts)[name].label, name === 'developmentStage' ? stageLabel(texts, value) : value);
}

function moreRows({ files, privacyNotice, language }: SentApplication): MailRow[] {
  const texts = textsOf(language);
  const lines = files.map(({ name, bytes }) => ({ text: name, note: formatSize(bytes) }));
  const notice = privacyNotice === null ? [] : [row(texts.privacyNoticeVersion, privacyNotice)];
  return [{ label: texts.declareFile, lines }, ...notice];
}

function closingOf({ fields, language }: SentApplication, sender: Sender): string[] {
  const answer = translate(language, 'mailAnswer', { email: fields.contactEmail });
  const email = groupEmail(sender);
  return email === undefined ? [answer] : [answer, translate(language, 'mailMistake', { email })];
}
