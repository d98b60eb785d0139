import { once } from 'node:events';
import type { NodemailerError } from 'nodemailer';
import type { MailSettings } from '../../config/delivery-settings.ts';
import { openSmtp, type SmtpTimeouts } from '../../deliveries/mail/smtp.ts';
import { smtpErrorText } from '../../deliveries/mail/smtp-result.ts';
import { type Finding, fault, ok } from './finding.ts';

const WHAT = 'mail';
/** A person waits, so all of it is shorter than for a mail; in milliseconds. */
const TIMEOUTS: SmtpTimeouts = { connectionMs: 10_000, greetingMs: 10_000, socketMs: 10_000 };
const MAX_CHECK_MS = 30_000;

/** Whether the mail server answers and takes the login. Sends no mail. */
export async function checkMail(
  { smtpUrl, from, to }: MailSettings,
  timeouts = TIMEOUTS,
  maxMs = MAX_CHECK_MS,
): Promise<Finding> {
  const { host, username } = new URL(smtpUrl);
  const smtp = await openSmtp(smtpUrl, timeouts);
  try {
    // A server that answers one byte at a time would never end.
    const late = once(AbortSignal.timeout(maxMs), 'abort').then(() => {
      throw new Error(`no end within ${maxMs / 1000} s`);
    });
    await Promise.race([smtp.verify(), late]);
  } catch (error) {
    return fault(WHAT, `${host}: ${smtpErrorText(error as NodemailerError, smtpUrl)}`);
  } finally {
    smtp.close();
  }
  const login = username === '' ? 'answers, no login is set' : 'answers, and takes the login';
  const others = to.length === 0 ? 'receipts alone, MAIL_TO is not set' : `${to.length} in MAIL_TO`;
  return ok(WHAT, `${host} ${login}; from ${from}, ${others}`);
}
