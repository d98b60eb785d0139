import type { Address, SendMailOptions } from 'nodemailer';
import type { MailModel } from '../../../views/mail/mail.model.ts';
import type { MailSettings } from '../../config/delivery-settings.ts';
import { translate } from '../../i18n/set-up.ts';
import { renderMail } from '../../pages/render.tsx';
import type { SentApplication } from '../../store/applications/applications.ts';
import { groupEmail, type Sender } from './mail-group.ts';
import { mailText, plainLine } from './mail-text.ts';
import { noticeMail } from './notice-mail.ts';
import { receiptMail } from './receipt-mail.ts';

export type MailChannel = 'mail-group' | 'mail-applicant';

/** Characters of a name in a header. */
const MAX_NAME = 60;
const NAMED_ADDRESS = /^(.*)<([^<>]+)>$/u;

/** `nextSteps`: the group's HTML for the receipt. */
type About = Sender & { mail: MailSettings; nextSteps?: string };

/** The mail of a channel, ready to be sent. The same application has the same `Message-ID` each time. */
export const messageOf = (
  channel: MailChannel,
  application: SentApplication,
  about: About,
): SendMailOptions =>
  channel === 'mail-applicant' ? receiptMessage(application, about) : noticeMessage(application, about);

function receiptMessage(application: SentApplication, about: About): SendMailOptions {
  const { reference, language, fields } = application;
  const from = fromOf(about);
  const to = addressOf('', fields.contactEmail);
  return {
    ...contentOf(receiptMail(application, about, about.nextSteps)),
    ...commonOf('mail-applicant', application, about),
    subject: translate(language, 'mailReceiptSubject', { reference }),
    to,
    replyTo: addressOf(about.group.name, groupEmail(about) ?? from.address),
    envelope: { from: from.address, to: [to] },
  };
}

function noticeMessage(application: SentApplication, about: About): SendMailOptions {
  const { reference, language, fields } = application;
  const from = fromOf(about);
  const to = about.mail.to.map((address) => addressOf('', address));
  const company = headerLine(fields.companyName);
  return {
    ...contentOf(noticeMail(application, about)),
    ...commonOf('mail-group', application, about),
    subject: translate(language, 'mailNoticeSubject', { reference, company }),
    to,
    replyTo: addressOf(fields.contactPerson, fields.contactEmail),
    envelope: { from: from.address, to },
  };
}

const contentOf = (model: MailModel) => ({ text: mailText(model), html: renderMail(model) });

const commonOf = (channel: MailChannel, { reference }: SentApplication, about: About): SendMailOptions => ({
  from: fromOf(about),
  messageId: `<${reference}.${channel}@${new URL(about.siteUrl).hostname}>`,
  date: new Date(),
  // Holiday answers are not sent to it (RFC 3834, section 5).
  headers: { 'Auto-Submitted': 'auto-generated' },
  xMailer: false,
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** `MAIL_FROM`; where it has no name, that of the group. */
function fromOf({ mail, group }: About): Required<Pick<Address, 'name' | 'address'>> {
  const [, name = '', address = mail.from] = NAMED_ADDRESS.exec(mail.from) ?? [];
  const written = name.trim().replace(/^"(.*)"$/u, '$1');
  return addressOf(written === '' ? group.name : written, address.trim());
}

/** An address is given in its parts: nothing is read out of a name. */
const addressOf = (name: string, address: string) => ({ name: headerLine(name), address });

/** What a mail program would take for an encoded word, and decode (RFC 2047, section 2). */
const ENCODED_WORD = /=(?=\?)/gu;

/** A text that fits into a header: one line, bounded, with nothing that reverses what is beside it or is decoded once more. */
function headerLine(text: string): string {
  const characters = [...plainLine(text).replace(ENCODED_WORD, '= ')];
  return characters.length <= MAX_NAME
    ? characters.join('')
    : `${characters.slice(0, MAX_NAME).join('').trimEnd()}…`;
}
