import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { NodemailerError } from 'nodemailer';
import type { ForwardSettings, MailSettings } from '../../config/config.ts';
import { statusText } from '../../deliveries/forward/receiver-response.ts';
import { connectionErrorText, requestReceiver } from '../../deliveries/forward/request-receiver.ts';
import { type ConnectionTimeouts, openSmtp } from '../../deliveries/mail/smtp.ts';
import { smtpErrorText } from '../../deliveries/mail/smtp-result.ts';
import { MAX_FILE_BYTES } from '../../form/rules/limits.ts';
import { CHUNK_BYTES, instream, readClamdUrl, sendCommand } from '../../form/uploads/virus-scan/clamd.ts';
import { HELD_SCAN_TIMEOUT_MS } from '../../form/uploads/virus-scan/held-scans.ts';
import { held, readVerdict, type Verdict } from '../../form/uploads/virus-scan/verdict.ts';
import { isServerError } from '../../lib/failures.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { error, ok, type Result, warning } from './finding.ts';

const FORWARD_LIMIT_MS = 10_000;
/** Shorter than for a delivery: an operator waits. */
const SMTP_TIMEOUTS: ConnectionTimeouts = { connectionMs: 10_000, greetingMs: 10_000, replyMs: 10_000 };
/** A mail server that answers one byte at a time would never end. */
const SMTP_LIMIT_MS = 30_000;
/** clamd allows no `MaxRecursion` above 100, so it never opens such an archive to its end. */
const TOO_DEEP = 150;

/** Sends a HEAD, which changes nothing. Any status below 500 is fine: the receiver needs to understand POST only. */
export async function checkForward(
  forward: Pick<ForwardSettings, 'url' | 'headers'>,
  limitMs = FORWARD_LIMIT_MS,
): Promise<Result> {
  // The path and query may hold a key.
  const { origin } = new URL(forward.url);
  const request = { method: 'HEAD', signal: AbortSignal.timeout(limitMs) } as const;
  try {
    return await requestReceiver(forward, request, ({ status }) => {
      const text = `${origin} ${statusText(status)} to a HEAD`;
      return isServerError(status) ? warning(text) : ok(text);
    });
  } catch (thrown) {
    return error(`${origin} does not answer: ${connectionErrorText(thrown)}`);
  }
}

/** Connects and logs in. Sends no mail. */
export async function checkMail(
  { smtpUrl, from, to }: MailSettings,
  timeouts = SMTP_TIMEOUTS,
  limitMs = SMTP_LIMIT_MS,
): Promise<Result> {
  const { host, username } = new URL(smtpUrl);
  const smtp = await openSmtp(smtpUrl, timeouts);
  try {
    const late = once(AbortSignal.timeout(limitMs), 'abort').then(() => {
      throw new Error(`no end within ${limitMs / 1000} s`);
    });
    await Promise.race([smtp.verify(), late]);
  } catch (thrown) {
    return error(`${host}: ${smtpErrorText(thrown as NodemailerError, smtpUrl)}`);
  } finally {
    smtp.close();
  }
  const login = username === '' ? 'answers, no login is set' : 'answers and accepts the login';
  const recipients = to.length === 0 ? 'receipts only, MAIL_TO is not set' : `${to.length} in MAIL_TO`;
  return ok(`${host} ${login}; from ${from}, ${recipients}`);
}

/** Scans a file of the largest size, and an archive whose scan must be reported as incomplete. */
export async function checkScanner(url: string): Promise<Result> {
  const address = readClamdUrl(url);
  const scan = (bytes: Buffer): Promise<Verdict> =>
    instream(address, chunksOf(bytes), AbortSignal.timeout(HELD_SCAN_TIMEOUT_MS)).then(
      readVerdict,
      (thrown: Error) => held(thrown.message, 'daemon'),
    );
  try {
    if ((await sendCommand(address, 'PING')) !== 'PONG') return error(`${url}: unclear response to PING`);
    const version = await sendCommand(address, 'VERSION');
    const largest = await scan(Buffer.alloc(MAX_FILE_BYTES));
    if (largest.scan === 'held')
      return error(`${version}: does not scan a file of the largest size: ${largest.reason}`);
    const nested = await scan(nestedArchive(TOO_DEEP));
    return nested.scan === 'held'
      ? ok(`${url}: ${version}`)
      : warning(`${version}: set AlertExceedsMax, otherwise files that it did not scan whole count as clean`);
  } catch (thrown) {
    return error(`${url}: ${reasonOf(thrown)}`);
  }
}

function nestedArchive(depth: number): Buffer {
  let archive: Buffer = Buffer.from('content');
  for (let level = 0; level < depth; level += 1) archive = gzipSync(archive);
  return archive;
}

/** Pauses between chunks, so that the response to a file that is too large is read. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
