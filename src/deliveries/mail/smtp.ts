import type { SendMailOptions } from 'nodemailer';

/** Maximum length of one reply; real ones have a few hundred characters. */
const MAX_REPLY_LENGTH = 16_384;
/** Mail servers accept few connections from one address. */
const MAX_CONNECTIONS = 4;
/** Requeues a mail once if the server had closed the pooled connection before any of the mail was sent. */
const MAX_REQUEUES = 1;

/** nodemailer options that `SMTP_URL` may not set: other transports, and logs that contain mail addresses. */
const FORBIDDEN_OPTIONS = [
  'pool',
  'sendmail',
  'streamTransport',
  'jsonTransport',
  'SES',
  'logger',
  'debug',
  'transactionLog',
];

/**
 * `sendMs`: until the whole mail was sent, including the wait for a connection. `replyMs`: for the reply to its final dot
 * (RFC 5321, section 4.5.3.2.6).
 */
export type SmtpTimeouts = ConnectionTimeouts & { sendMs: number };
export type ConnectionTimeouts = { connectionMs: number; greetingMs: number; replyMs: number };

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connectionMs: 20_000,
  greetingMs: 15_000,
  sendMs: 240_000,
  replyMs: 600_000,
};

/** `onSent` is called when the server has received the whole mail. */
export type MailWithCallback = SendMailOptions & { onSent?: () => void };

/**
 * Connection pool for an `SMTP_URL`; connects with the first mail. The URL's query may set other nodemailer options, such as
 * `requireTLS=true` or `name=www.example.com` (https://nodemailer.com/smtp). Imports nodemailer lazily: a site without mail never
 * loads it.
 */
export async function openSmtp(
  smtpUrl: string,
  { connectionMs, greetingMs, replyMs }: ConnectionTimeouts = SMTP_TIMEOUTS,
) {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: withoutForbiddenOptions(smtpUrl),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
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
  // Without a listener the failure of an idle connection would end the process.
  return transport.on('error', () => undefined);
}

export type Smtp = Awaited<ReturnType<typeof openSmtp>>;

function withoutForbiddenOptions(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of FORBIDDEN_OPTIONS) url.searchParams.delete(name);
  return url.href;
}
