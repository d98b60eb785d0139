import type { NodemailerError } from 'nodemailer';
import type { Logger } from 'pino';
import type { MailSettings } from '../../config/delivery-settings.ts';
import type { Language } from '../../i18n/languages.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Deliver, Outcome, Try } from '../channel.ts';
import type { Sender } from './mail-group.ts';
import { type MailChannel, messageOf } from './mail-message.ts';
import { outcomeOfError, outcomeOfSent } from './mail-outcome.ts';
import { openSmtp, SMTP_TIMES, type Smtp, type SmtpTimes } from './smtp.ts';
import { smtpWords } from './smtp-errors.ts';

/** A try's end, whatever the server does: one that answers a byte at a time is never silent. In milliseconds. */
const MAX_TRY_MS = 240_000;
/** How often a try that goes on says so. */
const PROGRESS_MS = 10_000;

type Options = {
  mail: MailSettings;
  siteUrl: string;
  /** The group as the content backend names it in a language. */
  groupOf: (language: Language) => Promise<Sender['group']>;
  /** HTML of the group about the time after an application, if any. */
  nextStepsOf: (language: Language) => Promise<string | undefined>;
  log?: Pick<Logger, 'warn'>;
  times?: SmtpTimes;
};

export type MailChannels = { 'mail-group'?: Deliver; 'mail-applicant': Deliver; close: () => void };

/** The mails of an application: a receipt to the applicant and, if `MAIL_TO` is set, a notice to the group. */
export function createMailChannels({
  mail,
  siteUrl,
  groupOf,
  nextStepsOf,
  log,
  times = SMTP_TIMES,
}: Options): MailChannels {
  let opened: Promise<Smtp> | undefined;
  let isClosed = false;

  async function open(): Promise<Smtp> {
    const transport = await openSmtp(mail.smtpUrl, times);
    return transport.on('error', (error: NodemailerError) =>
      log?.warn({ reason: smtpWords(error, mail.smtpUrl) }, 'mail server'),
    );
  }

  /** One for all mails, opened with the first. */
  async function smtp(): Promise<Smtp> {
    if (isClosed) throw new Error('the site is ending');
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  async function send(channel: MailChannel, application: SentApplication, signal: AbortSignal) {
    const { language } = application;
    const [group, nextSteps] = await Promise.all([groupOf(language), nextStepsOf(language)]);
    const message = messageOf(channel, application, { mail, siteUrl, group, nextSteps });
    const sent = await (await smtp()).sendMail({ ...message, signal });
    return outcomeOfSent(sent, mail.smtpUrl);
  }

  const deliver =
    (channel: MailChannel): Deliver =>
    (application, attempt) =>
      watched(attempt, (signal) =>
        send(channel, application, signal).catch((error) => outcomeOfError(error, mail.smtpUrl)),
      );

  return {
    ...(mail.to.length > 0 && { 'mail-group': deliver('mail-group') }),
    'mail-applicant': deliver('mail-applicant'),
    /** Ends idle connections at once and others after their mail. */
    close() {
      isClosed = true;
      opened?.then(
        (transport) => transport.close(),
        () => undefined,
      );
    },
  };
}

/** Runs a try that says from time to time that it goes on, and ends by the clock or by its signal. */
async function watched(
  { signal, onProgress }: Try,
  run: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const timer = setInterval(onProgress, PROGRESS_MS);
  try {
    return await run(AbortSignal.any([signal, AbortSignal.timeout(MAX_TRY_MS)]));
  } finally {
    clearInterval(timer);
  }
}
