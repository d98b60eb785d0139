import type { MailLine, MailModel } from '../../../../views/mail/mail.model.ts';
import { formatSize } from '../../../content/asset-types.ts';
import { buildMailtoHref } from '../../../content/contact-details.ts';
import type { Language } from '../../../i18n/languages.ts';
import { type Texts, texts as textsOf } from '../../../i18n/set-up.ts';
import {
  createFactRows,
  createFieldRow,
  createMailLinks,
  createMailRow,
  type Sender,
} from '../../receipt/receipt-mail.ts';
import { filledFields, type TextField } from '../../rules/fields.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { FileRow, ScanStatus } from '../../store/engine/tables.ts';

/** Fields in a notice to the group, in addition to the email address. */
const NOTICE_FIELDS: readonly TextField[] = ['companyName', 'contactPerson', 'contactPhone'];

/** Builds the notice to the group. It contains the applicant, the contact and the file list, but never the files. */
export function buildNotice(application: SentApplication, sender: Sender): MailModel {
  const { language } = application;
  const texts = textsOf(language);
  const { contactEmail } = application.fields;
  const filled = filledFields(application.fields).filter((name) => NOTICE_FIELDS.includes(name));
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
        { label: texts.declareFile, lines: application.files.map((file) => createFileLine(file, language)) },
      ],
    },
    closing: [texts.mailNoticeRead, texts.mailNoticeAnswer],
    links: createMailLinks(sender, language).slice(0, 1),
  };
}

const createFileLine = ({ name, bytes, scan }: FileRow, language: Language): MailLine => ({
  text: name,
  note: `${formatSize(bytes)} · ${scanText(scan, textsOf(language))}`,
  isAlarm: scan === 'infected',
});

export const scanText = (scan: ScanStatus, texts: Texts): string =>
  ({
    clean: texts.scanClean,
    unscanned: texts.scanUnscanned,
    held: texts.scanHeld,
    infected: texts.scanInfected,
  })[scan];
