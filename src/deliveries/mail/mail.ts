import type { MailSettings } from '../../config/config.ts';
import type { Language } from '../../i18n/languages.ts';
import { succeedOnce } from '../../lib/succeed-once.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { AttemptOptions, AttemptResult, Deliver } from '../channel.ts';
import type { Sender } from './compose-mail.ts';
import { type MailChannel, messageOf } from './mail-message.ts';
import { openSmtp, SMTP_TIMEOUTS, type Smtp, type SmtpTimeouts } from './smtp.ts';
import { resultOfError, resultOfSent } from './smtp-result.ts';

/** Total limit: a server that replies one byte at a time never reaches the socket timeout. */
const ATTEMPT_TIMEOUT_MS = 240_000;
const PROGRESS_INTERVAL_MS = 10_000;

type Options = {
  mail: MailSettings;
  siteUrl: string;
  groupOf: (language: Language) => Promise<Sender['group']>;
  nextStepsOf: (language: Language) => Promise<string | undefined>;
  timeouts?: SmtpTimeouts;
};

type MailChannels = { 'mail-group'?: Deliver; 'mail-applicant': Deliver; close: () => void };

/** Mails of an application: a receipt to the applicant and, if `MAIL_TO` is set, a notice to the group. */
export function createMailChannels({
  mail,
  siteUrl,
  groupOf,
  nextStepsOf,
  timeouts = SMTP_TIMEOUTS,
}: Options): MailChannels {
  let opened: Promise<Smtp> | undefined;
  let isClosed = false;

  /** One pool for all mails, opened with the first. */
  const open = succeedOnce(async () => {
    const transport = await openSmtp(mail.smtpUrl, timeouts);
    // Without a listener the failure of an idle connection would end the process.
    return transport.on('error', () => undefined);
  });

  async function smtp(): Promise<Smtp> {
    if (isClosed) throw new Error('the site is stopping');
    opened = open();
    return opened;
  }

  async function send(channel: MailChannel, application: SentApplication, signal: AbortSignal) {
    const { language } = application;
    const [group, nextSteps] = await Promise.all([groupOf(language), nextStepsOf(language)]);
    const message = messageOf(channel, application, { mail, siteUrl, group, nextSteps });
    const sent = await (await smtp()).sendMail({ ...message, signal });
    return resultOfSent(sent, mail.smtpUrl);
  }

  const deliver =
    (channel: MailChannel): Deliver =>
    (application, options) =>
      withTimeout(options, (signal) =>
        send(channel, application, signal).catch((error) => resultOfError(error, mail.smtpUrl)),
      );

  return {
    ...(mail.to.length > 0 && { 'mail-group': deliver('mail-group') }),
    'mail-applicant': deliver('mail-applicant'),
    /** Closes idle connections immediately, busy ones after their mail. */
    close() {
      isClosed = true;
      opened?.then(
        (transport) => transport.close(),
        () => undefined,
      );
    },
  };
}

/** Runs an attempt with a total timeout, and reports progress so that its lease is renewed. */
async function withTimeout(
  { signal, onProgress }: AttemptOptions,
  run: (signal: AbortSignal) => Promise<AttemptResult>,
): Promise<AttemptResult> {
  const timer = setInterval(onProgress, PROGRESS_INTERVAL_MS);
  try {
    return await run(AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]));
  } finally {
    clearInterval(timer);
  }
}
