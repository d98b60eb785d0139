import type { NodemailerError } from 'nodemailer';
import { openSmtp, type SmtpTimes } from '../../deliveries/smtp.ts';
import { smtpWords } from '../../deliveries/smtp-words.ts';
import type { MailSettings } from '../../delivery-settings.ts';
import { type Finding, fault, ok } from './finding.ts';

const WHAT = 'mail';
/** A person waits, so all of it is shorter than for a mail; in milliseconds. */
const TIMES: SmtpTimes = { connectionMs: 10_000, greetingMs: 10_000, socketMs: 10_000 };
const MAX_CHECK_MS = 30_000;

/** Whether the mail server answers and takes the login. Sends no mail. */
export async function checkMail(
  { smtpUrl, from, to }: MailSettings,
  times = TIMES,
  maxMs = MAX_CHECK_MS,
): Promise<Finding> {
  const { host, username } = new URL(smtpUrl);
  const smtp = await openSmtp(smtpUrl, times);
  try {
    await within(maxMs, smtp.verify());
  } catch (error) {
    return fault(WHAT, `${host}: ${smtpWords(error as NodemailerError, smtpUrl)}`);
  } finally {
    smtp.close();
  }
  const login = username === '' ? 'answers, no login is set' : 'answers, and takes the login';
  const others = to.length === 0 ? 'receipts alone, MAIL_TO is not set' : `${to.length} in MAIL_TO`;
  return ok(WHAT, `${host} ${login}; from ${from}, ${others}`);
}

/** A server that answers a letter at a time would otherwise be waited for without end. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
