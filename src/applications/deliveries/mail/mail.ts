import type { MailSettings } from '../../../config/config.ts';
import type { Language } from '../../../i18n/languages.ts';
import { succeedOnce } from '../../../lib/async.ts';
import type { Sender } from '../../receipt/receipt-mail.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Deliver } from '../deliver-one.ts';
import { type MailChannel, messageOf } from './mail-message.ts';
import {
  combinedResult,
  type MailWithCallback,
  openSmtp,
  type RecipientResult,
  resultsOfError,
  resultsOfSent,
  SMTP_TIMEOUTS,
  type SmtpTimeouts,
} from './smtp.ts';

type Options = {
  mail: MailSettings;
  siteUrl: string;
  groupOf: (language: Language) => Promise<Sender['group']>;
  nextStepsOf: (language: Language) => Promise<string | undefined>;
  timeouts?: SmtpTimeouts;
};

type MailChannels = { 'mail-group'?: Deliver; 'mail-applicant': Deliver; close: () => void };

/** Creates the mail channels: a receipt to the applicant and, if `MAIL_TO` is set, a notice to the group. */
export function createMailChannels({
  mail,
  siteUrl,
  groupOf,
  nextStepsOf,
  timeouts = SMTP_TIMEOUTS,
}: Options): MailChannels {
  /** Connection pool for all mails, opened with the first. */
  const smtp = succeedOnce(() => openSmtp(mail.smtpUrl, timeouts));

  /** Sends a mail and returns the result for each recipient. Ends in bounded time, even if the server replies a byte at a time. */
  async function send(
    channel: MailChannel,
    application: SentApplication,
    recipients: string[],
    signal: AbortSignal,
  ): Promise<RecipientResult[]> {
    const { language } = application;
    const limit = new AbortController();
    const abort = () => limit.abort();
    let timer = setTimeout(abort, timeouts.sendMs);
    let isSent = false;
    const onSent = () => {
      isSent = true;
      clearTimeout(timer);
      timer = setTimeout(abort, timeouts.replyMs);
    };
    try {
      const [group, nextSteps] = await Promise.all([groupOf(language), nextStepsOf(language)]);
      const message: MailWithCallback = {
        ...messageOf(channel, application, { mail, siteUrl, group, nextSteps, recipients }),
        signal: AbortSignal.any([signal, limit.signal]),
        onSent,
      };
      return resultsOfSent(recipients, await (await smtp()).sendMail(message));
    } catch (error) {
      return resultsOfError(recipients, error as Error, isSent);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Mails to the `addresses` without a final result of an earlier attempt. */
  const deliver =
    (channel: MailChannel, addressesOf: (application: SentApplication) => string[]): Deliver =>
    async (application, { signal, recipients }) => {
      const addresses = addressesOf(application);
      const to = addresses.filter((address) => (recipients[address] ?? 'waiting') === 'waiting');
      const results = to.length > 0 ? await send(channel, application, to, signal) : [];
      return combinedResult(addresses, recipients, results);
    };

  return {
    ...(mail.to.length > 0 && { 'mail-group': deliver('mail-group', () => mail.to) }),
    'mail-applicant': deliver('mail-applicant', ({ fields }) => [fields.contactEmail]),
    /** Closes idle connections immediately and busy ones after their mail. */
    close: () => void smtp().then((transport) => transport.close()),
  };
}
