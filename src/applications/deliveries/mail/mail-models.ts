import { formatValue } from '../../../../views/forms/field-labels.ts';
import type { MailLine, MailLink, MailModel, MailRow } from '../../../../views/mail/mail.model.ts';
import type { Reader } from '../../../content/backend/content.ts';
import type { Group } from '../../../content/backend/schemas.ts';
import { buildMailtoHref } from '../../../content/contact-details.ts';
import { formatSize } from '../../../content/media-formats.ts';
import type { RichText } from '../../../content/text/rich-text.ts';
import { formatTimestamp } from '../../../content/time.ts';
import { homePath, type Language } from '../../../i18n/languages.ts';
import { type Texts, texts as textsOf, translate } from '../../../i18n/set-up.ts';
import { isEmail } from '../../rules/check-application.ts';
import { filledFields, type TextField } from '../../rules/fields.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { FileRow, ScanStatus } from '../../store/engine/tables.ts';

export type Sender = { group: Pick<Group, 'name' | 'email'>; siteUrl: string };

/** Builds the receipt email. It repeats nothing typed: the email address may belong to somebody else. */
export function buildReceiptMail(
  application: SentApplication,
  sender: Sender,
  nextSteps?: string,
): MailModel {
  const { language, files } = application;
  const texts = textsOf(language);
  return {
    ...createHeading(application, sender),
    facts: [...createFactRows(application), createMailRow(texts.mailFileCount, `${files.length}`)],
    steps: { heading: texts.nextSteps, sentences: (nextSteps ?? texts.nextStepsText).split('\n') },
    closing: createMistakeLines(sender, language),
    links: createMailLinks(sender, language),
  };
}

/** Builds the receipt with the whole application, for download with a signed link. It is never emailed. */
export function buildReceiptFile(application: SentApplication, sender: Sender): MailModel {
  const { fields, files, language } = application;
  const texts = textsOf(language);
  const fileLines = files.map(({ name, bytes }) => ({ text: name, note: formatSize(bytes) }));
  return {
    ...createHeading(application, sender),
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
      ...createMistakeLines(sender, language),
    ],
    links: createMailLinks(sender, language),
  };
}

/** Fields in a notice to the group, in addition to the email address. */
const NOTICE_FIELDS: readonly TextField[] = ['companyName', 'contactPerson', 'contactPhone'];

export function buildNotice(application: SentApplication, sender: Sender): MailModel {
  const { language, fields, files } = application;
  const texts = textsOf(language);
  const { contactEmail } = fields;
  const filled = filledFields(fields).filter((name) => NOTICE_FIELDS.includes(name));
  return {
    language,
    group: sender.group.name,
    title: texts.mailNoticeTitle,
    lead: [texts.mailNoticeLead],
    facts: createFactRows(application),
    details: {
      heading: texts.mailApplicant,
      rows: [
        ...filled.map((name) => createFieldRow(application, name)),
        { label: texts.contactEmail, lines: [{ text: contactEmail, href: buildMailtoHref(contactEmail) }] },
        createMailRow(texts.mailFormLanguage, texts.mailLanguageName),
        { label: texts.declareFile, lines: files.map((file) => createFileLine(file, texts)) },
      ],
    },
    closing: [texts.mailNoticeRead, texts.mailNoticeAnswer],
    links: createMailLinks(sender, language).slice(0, 1),
  };
}

/** Returns the group's email address, or undefined if it is not a single valid address. */
export function groupEmail({ group }: Sender): string | undefined {
  const email = group.email?.trim();
  return email !== undefined && isEmail(email) ? email : undefined;
}

/** Reads the group's next steps while its intake is open. Ignores a failure, so that the applicant still gets the receipt. */
export const loadNextSteps = (reader: Pick<Reader, 'intake'>): Promise<RichText | undefined> =>
  reader.intake().then(
    ({ enabled, nextSteps }) => (enabled ? nextSteps : undefined),
    () => undefined,
  );

export const scanText = (scan: ScanStatus, texts: Texts): string =>
  ({
    clean: texts.scanClean,
    unscanned: texts.scanUnscanned,
    held: texts.scanHeld,
    infected: texts.scanInfected,
  })[scan];

function createHeading({ language }: SentApplication, { group }: Sender) {
  const texts = textsOf(language);
  return { language, group: group.name, title: texts.submissionSuccessful, lead: [texts.sentLead] };
}

function createMistakeLines(sender: Sender, language: Language): string[] {
  const email = groupEmail(sender);
  return email === undefined ? [] : [translate(language, 'mailMistake', { email })];
}

function createMailLinks(sender: Sender, language: Language): MailLink[] {
  const home = homePath(language);
  const site = `${sender.siteUrl}${home === '/' ? '' : home}`;
  const email = groupEmail(sender);
  const links = [{ text: site, href: site }];
  return email === undefined ? links : [...links, { text: email, href: buildMailtoHref(email) }];
}

const createMailRow = (label: string, text: string): MailRow => ({
  label,
  lines: text.split('\n').map((line) => ({ text: line })),
});

function createFactRows({ reference, submittedAt, language }: SentApplication): MailRow[] {
  const texts = textsOf(language);
  const time = translate(language, 'beijingTime', { time: formatTimestamp(submittedAt, language) });
  return [createMailRow(texts.reference, reference), createMailRow(texts.submittedAt, time)];
}

function createFieldRow({ fields, language }: SentApplication, name: TextField): MailRow {
  const texts = textsOf(language);
  return createMailRow(texts[name], formatValue(name, fields[name], texts));
}

const createFileLine = ({ name, bytes, scan }: FileRow, texts: Texts): MailLine => ({
  text: name,
  note: `${formatSize(bytes)} · ${scanText(scan, texts)}`,
  isAlarm: scan === 'infected',
});
