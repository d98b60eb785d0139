import type { NodemailerError, SMTPPoolSentMessageInfo } from 'nodemailer';
import type { Outcome } from '../channel.ts';
import { smtpWords } from './smtp-errors.ts';

/** Replies of class 5 are permanent (RFC 5321, section 4.2.1). */
const PERMANENT_CLASS = 5;
/** These are not about the mail: commands out of order, and a login that is missing or does not do (RFC 4954, section 6). */
const NOT_ABOUT_THE_MAIL = [503, 530, 534, 535, 538];

/** The server has taken the mail, for some of its recipients at least. To send it again would double it for those. */
export function outcomeOfSent(
  { accepted, rejected, rejectedErrors = [] }: SMTPPoolSentMessageInfo,
  smtpUrl: string,
): Outcome {
  if (rejected.length === 0) return { result: 'delivered' };
  const [first] = rejectedErrors;
  const all = accepted.length + rejected.length;
  const words = first ? `: ${smtpWords(first, smtpUrl)}` : '';
  return { result: 'delivered', error: `${rejected.length} of ${all} recipients were not accepted${words}` };
}

/** Refused where the server said so of this mail, or its address cannot be sent to; all else may go well another time. */
export function outcomeOfError(error: NodemailerError, smtpUrl: string): Outcome {
  return { result: isRefusal(error) ? 'refused' : 'again', error: smtpWords(error, smtpUrl) };
}

function isRefusal({ code, command, responseCode }: NodemailerError): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode === undefined) return command === 'API';
  return Math.floor(responseCode / 100) === PERMANENT_CLASS && !NOT_ABOUT_THE_MAIL.includes(responseCode);
}
