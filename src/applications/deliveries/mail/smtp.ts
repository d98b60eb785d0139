import type { NodemailerError, SendMailOptions, SMTPPoolSentMessageInfo } from 'nodemailer';
import type { AttemptResult, Recipients } from '../../store/applications/deliveries.ts';
import type { DeliveryState } from '../../store/engine/tables.ts';
import { truncateLine } from './mail-text.ts';

const MAX_REPLY_LENGTH = 16_384;
/** Mail servers accept few connections from one client. */
const MAX_SMTP_CONNECTIONS = 4;
/** Requeues an email if the server closed the pooled connection before any of the email was sent. */
const MAX_REQUEUES = 1;

/** `sendMs` includes the wait for a connection; `replyMs` is the wait for the reply to the final dot (RFC 5321, 4.5.3.2.6). */
export const SMTP_TIMEOUTS = { connectionMs: 20_000, greetingMs: 15_000, sendMs: 240_000, replyMs: 600_000 };
type ConnectionTimeouts = Omit<typeof SMTP_TIMEOUTS, 'sendMs'>;

/** `onSent` is called when the whole email has been sent to the connection. */
export type MailWithCallback = SendMailOptions & { onSent?: () => void };

/** Creates a connection pool. The URL's query may set other nodemailer options, such as `requireTLS=true` or `name`. */
export async function openSmtp(smtpUrl: string, { connectionMs, greetingMs, replyMs }: ConnectionTimeouts) {
  // Imported lazily, so that a site without email never loads it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAX_SMTP_CONNECTIONS,
    maxRequeues: MAX_REQUEUES,
    maxResponseSize: MAX_REPLY_LENGTH,
    connectionTimeout: connectionMs,
    greetingTimeout: greetingMs,
    socketTimeout: replyMs,
  });
  transport.use('stream', (mail, done) => {
    const { onSent = () => undefined }: MailWithCallback = mail.data;
    mail.message.processFunc((source) => source.once('end', onSent));
    done();
  });
  // Without a listener, a failed idle connection would crash the process.
  return transport.on('error', () => undefined);
}

/** Enhanced codes for a bad address or mailbox (RFC 3463, 3.2 and 3.3, except the sender's 1.7 and 1.8), and Exchange's 5.4.1. */
const REFUSED_RECIPIENT_REPLY = /^5\d\d[ -]5\.(?:1\.(?![78]\b)|2\.|4\.1\b)/u;
const ENHANCED_CODE = /^\d{3}[ -]\d\.\d/u;
/** Reply codes that refuse the recipient in RCPT TO without an enhanced code (RFC 5321, section 4.2.3). */
const REFUSED_RECIPIENT_CODES = [550, 551, 553];

export type RecipientResult = AttemptResult & { recipient: string };

export const toRecipientResults = (
  to: readonly string[],
  { rejectedErrors = [] }: Pick<SMTPPoolSentMessageInfo, 'rejectedErrors'>,
): RecipientResult[] =>
  to.map((recipient) => {
    const error = rejectedErrors.find((one) => one.recipient?.toLowerCase() === recipient.toLowerCase());
    return error ? toRecipientResult(recipient, error) : { recipient, result: 'delivered' };
  });

export const toFailedResults = (
  to: readonly string[],
  error: NodemailerError,
  isSent: boolean,
): RecipientResult[] => {
  if (error.rejectedErrors) return toRecipientResults(to, error);
  const isUnconfirmed = isSent && error.responseCode === undefined;
  return to.map((recipient) => ({ ...toRecipientResult(recipient, error), isUnconfirmed }));
};

const toRecipientResult = (recipient: string, error: NodemailerError): RecipientResult => ({
  recipient,
  result: isRefusedRecipient(error) ? 'refused' : 'again',
  error: describeSmtpError(error),
});

/** Whether the server refused the recipient. Only this error is final; operator or mail server can correct all others. */
function isRefusedRecipient({ code, command, response = '', responseCode = 0 }: NodemailerError): boolean {
  if (code === 'EENVELOPE' && command === 'API') return true;
  if (command !== 'RCPT TO' && code !== 'EMESSAGE') return false;
  if (ENHANCED_CODE.test(response)) return REFUSED_RECIPIENT_REPLY.test(response);
  return command === 'RCPT TO' && REFUSED_RECIPIENT_CODES.includes(responseCode);
}

/** Combines the results of all recipients: `again` while one is waiting, then `refused` if one is refused. */
export function combineResults(
  addresses: readonly string[],
  earlier: Recipients,
  results: readonly RecipientResult[],
): AttemptResult {
  const recipients = { ...earlier };
  for (const { recipient, result } of results)
    recipients[recipient] = result === 'again' ? 'waiting' : result;
  const has = (state: DeliveryState) => addresses.some((address) => recipients[address] === state);
  const failed = results.filter(({ result }) => result !== 'delivered');
  const reason = failed[0]?.error;
  return {
    result: has('waiting') ? 'again' : has('refused') ? 'refused' : 'delivered',
    error:
      failed.length < addresses.length && reason
        ? `${failed.length} of ${addresses.length} recipients: ${reason}`
        : reason,
    isUnconfirmed: failed.some(({ isUnconfirmed }) => isUnconfirmed),
    recipients,
  };
}

const MAX_SMTP_ERROR_LENGTH = 200;
const REPLY_CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/u;

/** Reports a reply by its codes only: its text may repeat credentials or form content. `withText`: no email was sent. */
export function describeSmtpError(error: NodemailerError, { withText = false } = {}): string {
  const { code, command, response = '', message } = error;
  const codes = REPLY_CODES.exec(response)?.[0] ?? 'no reply code';
  if (code === 'EAUTH') return `login refused: ${codes}`;
  if (code === 'ETIMEDOUT' || code === 'EABORT') return 'timed out';
  if (response !== '')
    return truncateLine(`${command ?? 'SMTP'}: ${withText ? response : codes}`, MAX_SMTP_ERROR_LENGTH);
  // The message quotes the address.
  return code === 'EENVELOPE' ? 'the address is not valid' : truncateLine(message, MAX_SMTP_ERROR_LENGTH);
}
