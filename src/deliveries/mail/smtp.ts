/** Until a session stands: the name is resolved, the server greets, TLS is agreed on. In milliseconds, as all times here. */
const CONNECTION_MS = 20_000;
const GREETING_MS = 15_000;
/** How long the server may be silent within a session. */
const SOCKET_MS = 60_000;
/** Characters of one reply: a real one has some hundred. */
const MAX_REPLY = 16_384;
/** Mail servers take few connections from one address. */
const MAX_CONNECTIONS = 4;
/** A connection that the server has closed meanwhile, before it was given anything of the mail. */
const MAX_REQUEUES = 1;

/** Options of nodemailer that are not the address's to give: another way out than SMTP, or a log that holds mail addresses. */
const OWN_OPTIONS = [
  'pool',
  'sendmail',
  'streamTransport',
  'jsonTransport',
  'SES',
  'logger',
  'debug',
  'transactionLog',
];

export type SmtpTimes = { connectionMs: number; greetingMs: number; socketMs: number };

export const SMTP_TIMES: SmtpTimes = {
  connectionMs: CONNECTION_MS,
  greetingMs: GREETING_MS,
  socketMs: SOCKET_MS,
};

/**
 * Connections to the mail server at an `SMTP_URL`, opened when there is something to send. Its query may hold further options of
 * nodemailer, such as `requireTLS=true` or `name=www.example.com` (https://nodemailer.com/smtp). Certificates are verified.
 * nodemailer is loaded here: it takes a tenth of a second and 20 MB, which a site without mail does not need.
 */
export async function openSmtp(smtpUrl: string, { connectionMs, greetingMs, socketMs } = SMTP_TIMES) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: withoutOwnOptions(smtpUrl),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxRequeues: MAX_REQUEUES,
    maxResponseSize: MAX_REPLY,
    connectionTimeout: connectionMs,
    greetingTimeout: greetingMs,
    socketTimeout: socketMs,
  });
}

export type Smtp = Awaited<ReturnType<typeof openSmtp>>;

function withoutOwnOptions(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of OWN_OPTIONS) url.searchParams.delete(name);
  return url.href;
}
