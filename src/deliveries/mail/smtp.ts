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

/** `socketMs`: maximum silence within a session. */
export type SmtpTimeouts = { connectionMs: number; greetingMs: number; socketMs: number };

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connectionMs: 20_000,
  greetingMs: 15_000,
  socketMs: 60_000,
};

/**
 * Connection pool for an `SMTP_URL`; connects with the first mail. The URL's query may set other nodemailer options, such as
 * `requireTLS=true` or `name=www.example.com` (https://nodemailer.com/smtp). Imports nodemailer lazily: a site without mail never
 * loads it.
 */
export async function openSmtp(smtpUrl: string, { connectionMs, greetingMs, socketMs } = SMTP_TIMEOUTS) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: withoutForbiddenOptions(smtpUrl),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxRequeues: MAX_REQUEUES,
    maxResponseSize: MAX_REPLY_LENGTH,
    connectionTimeout: connectionMs,
    greetingTimeout: greetingMs,
    socketTimeout: socketMs,
  });
}

export type Smtp = Awaited<ReturnType<typeof openSmtp>>;

function withoutForbiddenOptions(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of FORBIDDEN_OPTIONS) url.searchParams.delete(name);
  return url.href;
}
