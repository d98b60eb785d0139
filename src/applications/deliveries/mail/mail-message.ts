import type { Address, SendMailOptions } from 'nodemailer';
import type { MailModel } from '../../../../views/mail/mail.model.ts';
import type { MailSettings } from '../../../config/config.ts';
import { translate } from '../../../i18n/set-up.ts';
import { renderMail } from '../../../site/layout/render.tsx';
import { groupEmail, receiptMail, type Sender } from '../../receipt/receipt-mail.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import { boundedLine, mailText, plainLine } from './mail-text.ts';
import { noticeMail } from './notice-mail.ts';

export type MailChannel = 'mail-group' | 'mail-applicant';

/** Maximum length of a name in a header. */
const MAX_NAME_LENGTH = 60;
const NAMED_ADDRESS = /^(.*)<([^<>]+)>$/u;

/** `recipients` are the addresses of `to` that this mail is sent to. */
type Context = Sender & { mail: MailSettings; recipients: string[]; nextSteps?: string };

/** Builds the message of a channel. Retries have the same `Message-ID`, so that mail systems can drop duplicates. */
export const messageOf = (
  channel: MailChannel,
  application: SentApplication,
  context: Context,
): SendMailOptions =>
  channel === 'mail-applicant' ? receiptMessage(application, context) : noticeMessage(application, context);

function receiptMessage(application: SentApplication, context: Context): SendMailOptions {
  const { reference, language, fields } = application;
  const from = fromOf(context);
  const to = addressOf('', fields.contactEmail);
  return {
    ...contentOf(receiptMail(application, context, context.nextSteps)),
    ...commonOf('mail-applicant', application, context),
    subject: translate(language, 'mailReceiptSubject', { reference }),
    to,
    replyTo: addressOf(context.group.name, groupEmail(context) ?? from.address),
  };
}

function noticeMessage(application: SentApplication, context: Context): SendMailOptions {
  const { reference, language, fields } = application;
  const to = context.mail.to.map((address) => addressOf('', address));
  const company = headerLine(fields.companyName);
  return {
    ...contentOf(noticeMail(application, context)),
    ...commonOf('mail-group', application, context),
    subject: translate(language, 'mailNoticeSubject', { reference, company }),
    to,
    replyTo: addressOf(fields.contactPerson, fields.contactEmail),
  };
}

const contentOf = (model: MailModel) => ({ text: mailText(model), html: renderMail(model) });

const commonOf = (
  channel: MailChannel,
  { reference }: SentApplication,
  context: Context,
): SendMailOptions => ({
  from: fromOf(context),
  envelope: { from: fromOf(context).address, to: context.recipients },
  messageId: `<${reference}.${channel}@${new URL(context.siteUrl).hostname}>`,
  date: new Date(),
  // Suppresses out-of-office replies (RFC 3834, section 5).
  headers: { 'Auto-Submitted': 'auto-generated' },
  xMailer: false,
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Returns `MAIL_FROM`, with the name of the group if it has none. */
function fromOf({ mail, group }: Context): Required<Pick<Address, 'name' | 'address'>> {
  const [, name = '', address = mail.from] = NAMED_ADDRESS.exec(mail.from) ?? [];
  const written = name.trim().replace(/^"(.*)"$/u, '$1');
  return addressOf(written === '' ? group.name : written, address.trim());
}

/** Keeps name and address separate, so that nodemailer does not parse addresses in a name. */
const addressOf = (name: string, address: string) => ({ name: headerLine(name), address });

/** Prefix of an encoded word, which mail clients would decode (RFC 2047, section 2). */
const ENCODED_WORD = /=(?=\?)/gu;

/** Makes a text safe for a header: one bounded line without bidi controls or encoded words. */
const headerLine = (text: string): string =>
  boundedLine(plainLine(text).replace(ENCODED_WORD, '= '), MAX_NAME_LENGTH);
