import type { MailLine, MailModel, MailRow } from '../../../views/mail/mail.model.ts';
import { formatSize } from '../../content/file-size.ts';
import type { Texts } from '../../i18n/set-up.ts';
import { texts as textsOf, translate } from '../../i18n/set-up.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { FileRow, Scan } from '../../store/engine/tables.ts';
import { linksOf, mailtoHref, type Sender } from './mail-group.ts';
import { factsOf, fieldRow, row } from './mail-rows.ts';

/** Tells the group of an application: who sent it, how to reach them, which files wait; never the files themselves. */
export function noticeMail(application: SentApplication, sender: Sender): MailModel {
  const { reference, language } = application;
  const texts = textsOf(language);
  const command = `npm run -s applications -- show ${reference}`;
  return {
    language,
    group: sender.group.name,
    title: texts.mailNoticeTitle,
    lead: [texts.mailNoticeLead],
    facts: factsOf(application),
    details: { heading: texts.mailApplicant, rows: rowsOf(application, texts) },
    closing: [translate(language, 'mailNoticeRead', { command }), texts.mailNoticeAnswer],
    links: linksOf(sender, language).slice(0, 1),
  };
}

function rowsOf(application: SentApplication, texts: Texts): MailRow[] {
  const { contactEmail } = application.fields;
  return [
    fieldRow(application, 'companyName'),
    fieldRow(application, 'contactPerson'),
    fieldRow(application, 'contactPhone'),
    { label: texts.contactEmail, lines: [{ text: contactEmail, href: mailtoHref(contactEmail) }] },
    row(texts.mailFormLanguage, texts.mailLanguageName),
    { label: texts.declareFile, lines: application.files.map((file) => fileLine(file, texts)) },
  ];
}

function fileLine({ name, bytes, scan }: FileRow, texts: Texts): MailLine {
  const words: Record<Scan, string> = {
    clean: texts.scanClean,
    unscanned: texts.scanUnscanned,
    held: texts.scanHeld,
    infected: texts.scanInfected,
  };
  return { text: name, note: `${formatSize(bytes)} · ${words[scan]}`, isAlarm: scan === 'infected' };
}
