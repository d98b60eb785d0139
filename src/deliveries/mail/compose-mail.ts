import { fieldLabel, shownValue } from '../../../views/forms/field-labels.ts';
import type { MailLine, MailLink, MailModel, MailRow } from '../../../views/mail/mail.model.ts';
import type { Group } from '../../backend/schemas.ts';
import { mailtoHref } from '../../content/contact-details.ts';
import { formatSize } from '../../content/file-size.ts';
import { formatTimestamp } from '../../content/time.ts';
import { isEmail } from '../../form/rules/check-application.ts';
import { filledFields, type TextField } from '../../form/rules/fields.ts';
import { homePath, type Language } from '../../i18n/languages.ts';
import { type Texts, texts as textsOf, translate } from '../../i18n/set-up.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { FileRow, Scan } from '../../store/engine/tables.ts';

/** The group, in the mail's language, and the origin of the site. */
export type Sender = { group: Pick<Group, 'name' | 'email'>; siteUrl: string };

/** The fields of a notice to the group, in addition to the address. */
const NOTICE_FIELDS: readonly TextField[] = ['companyName', 'contactPerson', 'contactPhone'];

/** Notice to the group: applicant, contact and file list, never the files. */
export function noticeMail(application: SentApplication, sender: Sender): MailModel {
  const { language } = application;
  const texts = textsOf(language);
  const { contactEmail } = application.fields;
  const filled = filledFields(application.fields).filter((name) => NOTICE_FIELDS.includes(name));
  return {
    language,
    group: sender.group.name,
    title: texts.mailNoticeTitle,
    lead: [texts.mailNoticeLead],
    facts: factsOf(application),
    details: {
      heading: texts.mailApplicant,
      rows: [
        ...filled.map((name) => fieldRow(application, name)),
        { label: texts.contactEmail, lines: [{ text: contactEmail, href: mailtoHref(contactEmail) }] },
        row(texts.mailFormLanguage, texts.mailLanguageName),
        { label: texts.declareFile, lines: application.files.map((file) => fileLine(file, language)) },
      ],
    },
    closing: [texts.mailNoticeRead, texts.mailNoticeAnswer],
    links: linksOf(sender, language).slice(0, 1),
  };
}

/**
 * Receipt for the applicant. Repeats nothing that was typed and no file name: the address may be somebody else's. `nextSteps`: the
 * group's text.
 */
export function receiptMail(application: SentApplication, sender: Sender, nextSteps?: string): MailModel {
  const { language, files } = application;
  const texts = textsOf(language);
  const email = groupEmail(sender);
  return {
    language,
    group: sender.group.name,
    title: texts.submissionSuccessful,
    lead: [texts.sentLead],
    facts: [...factsOf(application), row(texts.mailFileCount, `${files.length}`)],
    steps: {
      heading: texts.nextSteps,
      sentences: nextSteps === undefined ? [texts.nextStepsText] : nextSteps.split('\n'),
    },
    closing: email === undefined ? [] : [translate(language, 'mailMistake', { email })],
    links: linksOf(sender, language),
  };
}

/** Receipt with everything that was sent, to download with a signed link. Never mailed. */
export function receiptCopy(application: SentApplication, sender: Sender): MailModel {
  const { fields, files, language } = application;
  const texts = textsOf(language);
  const email = groupEmail(sender);
  const fileLines = files.map(({ name, bytes }) => ({ text: name, note: formatSize(bytes) }));
  return {
    language,
    group: sender.group.name,
    title: texts.submissionSuccessful,
    lead: [texts.sentLead],
    facts: factsOf(application),
    details: {
      heading: texts.receipt,
      rows: [
        ...filledFields(fields).map((name) => fieldRow(application, name)),
        { label: texts.declareFile, lines: fileLines },
      ],
    },
    closing: [
      translate(language, 'mailAnswer', { email: fields.contactEmail }),
      ...(email === undefined ? [] : [translate(language, 'mailMistake', { email })]),
    ],
    links: linksOf(sender, language),
  };
}

/** The group's mail address; undefined unless it is a single valid one. */
export function groupEmail({ group }: Sender): string | undefined {
  const email = group.email?.trim();
  return email !== undefined && isEmail(email) ? email : undefined;
}

function linksOf(sender: Sender, language: Language): MailLink[] {
  const home = homePath(language);
  const site = `${sender.siteUrl}${home === '/' ? '' : home}`;
  const email = groupEmail(sender);
  const links = [{ text: site, href: site }];
  return email === undefined ? links : [...links, { text: email, href: mailtoHref(email) }];
}

const row = (label: string, text: string): MailRow => ({
  label,
  lines: text.split('\n').map((line) => ({ text: line })),
});

/** Reference number and time. */
function factsOf({ reference, submittedAt, language }: SentApplication): MailRow[] {
  const texts = textsOf(language);
  const time = translate(language, 'beijingTime', { time: formatTimestamp(submittedAt, language) });
  return [row(texts.reference, reference), row(texts.submittedAt, time)];
}

/** A field under its label on the form. */
function fieldRow({ fields, language }: SentApplication, name: TextField): MailRow {
  const texts = textsOf(language);
  return row(fieldLabel(name, texts), shownValue(name, fields[name], texts));
}

const fileLine = ({ name, bytes, scan }: FileRow, language: Language): MailLine => ({
  text: name,
  note: `${formatSize(bytes)} · ${scanText(scan, textsOf(language))}`,
  isAlarm: scan === 'infected',
});

export const scanText = (scan: Scan, texts: Texts): string =>
  ({
    clean: texts.scanClean,
    unscanned: texts.scanUnscanned,
    held: texts.scanHeld,
    infected: texts.scanInfected,
  })[scan];
