import type { SendMailOptions } from 'nodemailer';
import type { MailSettings } from '../../../config/config.ts';
import type { Reader } from '../../../content/backend/content.ts';
import type { Language } from '../../../i18n/languages.ts';
import { translate } from '../../../i18n/set-up.ts';
import { succeedOnce } from '../../../lib/async.ts';
import { renderMail } from '../../../site/layout/render.tsx';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { AttemptOptions, AttemptResult } from '../../store/applications/deliveries.ts';
import { buildNotice, buildReceiptMail, groupEmail, loadNextSteps, type Sender } from './mail-models.ts';
import { renderMailText, toPlainLine, truncateLine } from './mail-text.ts';
import {
  combineResults,
  type MailWithCallback,
  openSmtp,
  type RecipientResult,
  SMTP_TIMEOUTS,
  toFailedResults,
  toRecipientResults,
} from './smtp.ts';

export type MailChannel = 'mail-group' | 'mail-applicant';

export type MailOptions = {
  mail: MailSettings;
  siteUrl: string;
  readerFor: (language: Language) => Pick<Reader, 'intake'> & { group: () => Promise<Sender['group']> };
  timeouts?: typeof SMTP_TIMEOUTS;
};

/** `addresses` are in the header. The email is sent only to `recipients`. */
type MessageRecipients = { addresses: readonly string[]; recipients: string[] };

/** Creates the email channels: a receipt to the applicant and, if `MAIL_TO` is set, a notice to the group. */
export function createMailChannels({ mail, siteUrl, readerFor, timeouts = SMTP_TIMEOUTS }: MailOptions) {
  const smtp = succeedOnce(() => openSmtp(mail.smtpUrl, timeouts));

  /** Builds an email. Retries have the same `Message-ID`, so that mail systems can drop duplicates. */
  async function buildMessage(
    channel: MailChannel,
    application: SentApplication,
    { addresses, recipients }: MessageRecipients,
  ): Promise<SendMailOptions> {
    const { reference, language, fields } = application;
    const reader = readerFor(language);
    const [group, nextSteps] = await Promise.all([reader.group(), loadNextSteps(reader)]);
    const sender = { siteUrl, group };
    const isReceipt = channel === 'mail-applicant';
    const model = isReceipt
      ? buildReceiptMail(application, sender, nextSteps?.text)
      : buildNotice(application, sender);
    const company = toHeaderText(fields.companyName);
    const email = groupEmail(sender);
    const groupMailbox = email === undefined ? mail.from : toMailbox(group.name, email);
    return {
      text: renderMailText(model),
      html: renderMail(model),
      from: mail.from.includes('<') ? mail.from : toMailbox(group.name, mail.from),
      envelope: { from: mail.from, to: recipients },
      to: addresses.map((address) => toMailbox('', address)),
      replyTo: isReceipt ? groupMailbox : toMailbox(fields.contactPerson, fields.contactEmail),
      subject: isReceipt
        ? translate(language, 'mailReceiptSubject', { reference })
        : translate(language, 'mailNoticeSubject', { reference, company }),
      messageId: `<${reference}.${channel}@${new URL(siteUrl).hostname}>`,
      date: new Date(),
      // Suppresses out-of-office replies (RFC 3834, section 5).
      headers: { 'Auto-Submitted': 'auto-generated' },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  /** Sends an email and returns the result for each recipient. Ends in bounded time, even if the server replies byte by byte. */
  async function send(
    message: SendMailOptions,
    to: string[],
    signal: AbortSignal,
  ): Promise<RecipientResult[]> {
    const limit = new AbortController();
    const abort = () => limit.abort();
    let timer = setTimeout(abort, timeouts.sendMs);
    let isSent = false;
    const onSent = () => {
      isSent = true;
      clearTimeout(timer);
      timer = setTimeout(abort, timeouts.replyMs);
    };
    const bounded: MailWithCallback = { ...message, signal: AbortSignal.any([signal, limit.signal]), onSent };
    try {
      return toRecipientResults(to, await (await smtp()).sendMail(bounded));
    } catch (error) {
      return toFailedResults(to, error as Error, isSent);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Emails the addresses that have no final result from an earlier attempt. */
  const deliverTo =
    (channel: MailChannel, findAddresses: (application: SentApplication) => string[]) =>
    async (
      application: SentApplication,
      { signal, recipients: earlier }: AttemptOptions,
    ): Promise<AttemptResult> => {
      const addresses = findAddresses(application);
      const recipients = addresses.filter((address) => (earlier[address] ?? 'waiting') === 'waiting');
      if (recipients.length === 0) return combineResults(addresses, earlier, []);
      const message = await buildMessage(channel, application, { addresses, recipients });
      return combineResults(addresses, earlier, await send(message, recipients, signal));
    };

  return {
    channels: {
      ...(mail.to.length > 0 && { 'mail-group': deliverTo('mail-group', () => mail.to) }),
      'mail-applicant': deliverTo('mail-applicant', ({ fields }) => [fields.contactEmail]),
    },
    /** Closes idle connections immediately and busy ones after their email. */
    close: () => void smtp().then((transport) => transport.close()),
  };
}

const MAX_HEADER_NAME_LENGTH = 60;
/** Prefix of an encoded word, which email clients would decode (RFC 2047, section 2). */
const ENCODED_WORD = /=(?=\?)/gu;

/** Makes a text safe for a header: one bounded line without bidi controls or encoded words. */
const toHeaderText = (text: string): string =>
  truncateLine(toPlainLine(text).replace(ENCODED_WORD, '= '), MAX_HEADER_NAME_LENGTH);

/** Separates name and address, so that nodemailer does not parse addresses in a name. */
const toMailbox = (name: string, address: string) => ({ name: toHeaderText(name), address });
