import { formatValue } from '../../../views/forms/field-labels.ts';
import type { MailLink, MailModel, MailRow } from '../../../views/mail/mail.model.ts';
import { formatSize } from '../../content/asset-types.ts';
import type { Reader } from '../../content/backend/content.ts';
import type { Group } from '../../content/backend/schemas.ts';
import { buildMailtoHref } from '../../content/contact-details.ts';
import type { RichText } from '../../content/text/rich-text.ts';
import { formatTimestamp } from '../../content/time.ts';
import { homePath, type Language } from '../../i18n/languages.ts';
import { texts as textsOf, translate } from '../../i18n/set-up.ts';
import { isEmail } from '../rules/check-application.ts';
import { filledFields, type TextField } from '../rules/fields.ts';
import type { SentApplication } from '../store/applications/applications.ts';

/** The group in the language of the email, and the origin of the site. */
export type Sender = { group: Pick<Group, 'name' | 'email'>; siteUrl: string };

/**
 * Builds the receipt email. It repeats neither typed text nor file names, because the email address may belong to somebody else.
 * `nextSteps` is the group's text.
 */
export function buildReceiptMail(
  application: SentApplication,
  sender: Sender,
  nextSteps?: string,
): MailModel {
  const { language, files } = application;
  const texts = textsOf(language);
  const email = groupEmail(sender);
  return {
    language,
    group: sender.group.name,
    title: texts.submissionSuccessful,
    lead: [texts.sentLead],
    facts: [...createFactRows(application), createMailRow(texts.mailFileCount, `${files.length}`)],
    steps: {
      heading: texts.nextSteps,
      sentences: nextSteps === undefined ? [texts.nextStepsText] : nextSteps.split('\n'),
    },
    closing: email === undefined ? [] : [translate(language, 'mailMistake', { email })],
    links: createMailLinks(sender, language),
  };
}

/** Builds the receipt with the whole application, for download with a signed link. It is never emailed. */
export function buildReceiptFile(application: SentApplication, sender: Sender): MailModel {
  const { fields, files, language } = application;
  const texts = textsOf(language);
  const email = groupEmail(sender);
  const fileLines = files.map(({ name, bytes }) => ({ text: name, note: formatSize(bytes) }));
  return {
    language,
    group: sender.group.name,
    title: texts.submissionSuccessful,
    lead: [texts.sentLead],
    facts: createFactRows(application),
    details: {
      heading: texts.receipt,
      rows: [
        ...filledFields(fields).map((name) => createFieldRow(application, name)),
        { label: texts.declareFile, lines: fileLines },
      ],
    },
    closing: [
      translate(language, 'mailAnswer', { email: fields.contactEmail }),
      ...(email === undefined ? [] : [translate(language, 'mailMistake', { email })]),
    ],
    links: createMailLinks(sender, language),
  };
}

/** Returns the group's email address, or undefined if it is not a single valid address. */
export function groupEmail({ group }: Sender): string | undefined {
  const email = group.email?.trim();
  return email !== undefined && isEmail(email) ? email : undefined;
}

export function createMailLinks(sender: Sender, language: Language): MailLink[] {
  const home = homePath(language);
  const site = `${sender.siteUrl}${home === '/' ? '' : home}`;
  const email = groupEmail(sender);
  const links = [{ text: site, href: site }];
  return email === undefined ? links : [...links, { text: email, href: buildMailtoHref(email) }];
}

export const createMailRow = (label: string, text: string): MailRow => ({
  label,
  lines: text.split('\n').map((line) => ({ text: line })),
});

/** Returns the rows for reference number and submission time. */
export function createFactRows({ reference, submittedAt, language }: SentApplication): MailRow[] {
  const texts = textsOf(language);
  const time = translate(language, 'beijingTime', { time: formatTimestamp(submittedAt, language) });
  return [createMailRow(texts.reference, reference), createMailRow(texts.submittedAt, time)];
}

/** Returns a field's row with its label from the form. */
export function createFieldRow({ fields, language }: SentApplication, name: TextField): MailRow {
  const texts = textsOf(language);
  return createMailRow(texts[name], formatValue(name, fields[name], texts));
}

/** Reads the group's next steps while its intake is open. Ignores a failure, so that the applicant still gets the receipt. */
export const loadNextSteps = (reader: Reader): Promise<RichText | undefined> =>
  reader.intake().then(
    ({ enabled, nextSteps }) => (enabled ? nextSteps : undefined),
    () => undefined,
  );
