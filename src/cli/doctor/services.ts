import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { NodemailerError } from 'nodemailer';
import {
  connectionErrorText,
  createForward,
  requestReceiver,
  statusText,
} from '../../applications/deliveries/forward/forward.ts';
import { type ConnectionTimeouts, openSmtp, smtpErrorText } from '../../applications/deliveries/mail/smtp.ts';
import { textFields, type Values } from '../../applications/rules/fields.ts';
import { MAX_FILE_BYTES } from '../../applications/rules/limits.ts';
import type { SentApplication } from '../../applications/store/applications/applications.ts';
import {
  held,
  instream,
  readClamdUrl,
  readVerdict,
  sendCommand,
  type Verdict,
} from '../../applications/uploads/clamd.ts';
import { HELD_SCAN_TIMEOUT_MS } from '../../applications/uploads/virus-scan.ts';
import type { ForwardSettings, MailSettings } from '../../config/config.ts';
import { isServerError } from '../../lib/failures.ts';
import { error, ok, type Result, warning } from './check.ts';

const FORWARD_TIMEOUT_MS = 10_000;
/** Shorter than for a delivery, because an operator waits. */
const SMTP_TIMEOUTS: ConnectionTimeouts = { connectionMs: 10_000, greetingMs: 10_000, replyMs: 10_000 };
/** clamd allows no `MaxRecursion` above 100, so it never scans such an archive completely. */
const TOO_DEEP = 150;

/** Sends a HEAD, which changes nothing. Any status below 500 is fine, because the receiver needs to support POST only. */
export async function checkForward(
  forward: Pick<ForwardSettings, 'url' | 'headers'>,
  timeoutMs = FORWARD_TIMEOUT_MS,
): Promise<Result> {
  // The path and query may contain a key.
  const { origin } = new URL(forward.url);
  const request = { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) } as const;
  try {
    return await requestReceiver(forward, request, ({ status }) => {
      const text = `${origin} ${statusText(status)} to a HEAD`;
      return isServerError(status) ? warning(text) : ok(text);
    });
  } catch (thrown) {
    return error(`${origin} does not answer: ${connectionErrorText(thrown)}`);
  }
}

/** Sends an application without files like a delivery. */
export async function sendTestApplication(forward: ForwardSettings): Promise<Result> {
  const { origin } = new URL(forward.url);
  const now = Date.now();
  const application: SentApplication = {
    reference: `TEST-${now}`,
    language: 'en',
    submittedAt: now,
    privacyNotice: null,
    fields: Object.fromEntries(textFields.map((name) => [name, 'Test'])) as Values,
    files: [],
  };
  const deliver = createForward({ forward, uploads: { open: () => Promise.reject(new Error('no files')) } });
  const options = { signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS), recipients: {} };
  const { result, error: reason } = await deliver(application, options);
  const what = `${forward.secret === undefined ? 'an unsigned' : 'a signed'} test application`;
  return result === 'delivered'
    ? ok(`${origin} accepted ${what}, ${application.reference}: remove it there`)
    : error(`${origin} did not accept ${what}: ${reason}`);
}

/** Connects and logs in without sending mail. */
export async function checkMail(
  { smtpUrl, from, to }: MailSettings,
  timeouts = SMTP_TIMEOUTS,
): Promise<Result> {
  const { host, username } = new URL(smtpUrl);
  const smtp = await openSmtp(smtpUrl, timeouts);
  try {
    await smtp.verify();
  } catch (thrown) {
    return error(`${host}: ${smtpErrorText(thrown as NodemailerError)}`);
  } finally {
    smtp.close();
  }
  const login = username === '' ? 'answers, no login is set' : 'answers and accepts the login';
  const recipients = to.length === 0 ? 'receipts only, MAIL_TO is not set' : `${to.length} in MAIL_TO`;
  return ok(`${host} ${login}; from ${from}, ${recipients}`);
}

/** Scans a file of the maximum size, and an archive whose scan must be reported as incomplete. */
export async function checkScanner(url: string): Promise<Result> {
  const address = readClamdUrl(url);
  const scan = (bytes: Buffer): Promise<Verdict> =>
    instream(address, () => Readable.from([bytes]), AbortSignal.timeout(HELD_SCAN_TIMEOUT_MS)).then(
      readVerdict,
      (thrown: Error) => held(thrown.message, 'daemon'),
    );
  const version = await sendCommand(address, 'VERSION').catch((thrown: Error) => {
    throw new Error(`${url}: ${thrown.message}`);
  });
  const largest = await scan(Buffer.alloc(MAX_FILE_BYTES));
  if (largest.scan === 'held')
    return error(`${version}: does not scan a file of the largest size: ${largest.reason}`);
  let archive: Buffer = Buffer.from('content');
  for (let level = 0; level < TOO_DEEP; level += 1) archive = gzipSync(archive);
  return (await scan(archive)).scan === 'held'
    ? ok(`${url}: ${version}`)
    : warning(`${version}: set AlertExceedsMax, otherwise files that it did not scan whole count as clean`);
}
