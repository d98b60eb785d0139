import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { NodemailerError } from 'nodemailer';
import {
  createForward,
  describeConnectionError,
  describeStatus,
  requestReceiver,
} from '../../applications/deliveries/forward/forward.ts';
import { describeSmtpError, openSmtp } from '../../applications/deliveries/mail/smtp.ts';
import { type CallLimits, checkBucket, createBucket, S3Error } from '../../applications/files/bucket.ts';
import { textFields, type Values } from '../../applications/rules/fields.ts';
import {
  MAX_FILE_BYTES,
  MEGABYTE,
  MIN_FREE_DISK_BYTES,
  MIN_FREE_INODES,
} from '../../applications/rules/limits.ts';
import type { SentApplication } from '../../applications/store/applications/applications.ts';
import { assertAccess } from '../../applications/store/data-folder.ts';
import { DATABASE_FILE, openDatabase } from '../../applications/store/engine/database.ts';
import { checkWritable, type DatabaseLocation } from '../../applications/store/engine/migrate.ts';
import { openPostgres } from '../../applications/store/engine/postgres.ts';
import { findSharedAddress, SHARED_ADDRESS_HINT } from '../../applications/store/sweep.ts';
import { hold, instream, readClamdUrl, readVerdict, sendCommand } from '../../applications/uploads/clamd.ts';
import { HELD_SCAN_TIMEOUT_MS } from '../../applications/uploads/virus-scan.ts';
import type { ForwardSettings, MailSettings, S3Settings } from '../../config/config.ts';
import { isServerError } from '../../lib/failures.ts';
import { explainNoAccess, giveTo } from '../../lib/file-access.ts';
import { freeSpace, openSqlite } from '../../lib/files.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { formatCount } from '../../lib/messages.ts';
import { error, ok, type Result, warning } from './check.ts';

/** Shorter than on the site: an operator waits. */
const STEP_TIMEOUT_MS = 10_000;
const S3_LIMITS: CallLimits = { stallTimeoutMs: 5000, callTimeoutMs: STEP_TIMEOUT_MS, attempts: 1 };
const TEST_BYTES = 1000;
/** clamd allows no `MaxRecursion` above 100, so it never scans such an archive completely. */
const UNSCANNABLE_ARCHIVE_DEPTH = 150;

export function checkSqlite(dataDir: string): Result {
  const file = path.join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) return warning('does not exist: the first start creates it');
  const problem = explainNoAccess(file, giveTo(dataDir));
  if (problem !== undefined) return error(`DATA_DIR: ${problem}`);
  const database = openSqlite(file);
  try {
    const rows = database.prepare('pragma integrity_check').all();
    const damages = rows.flatMap((row) => Object.values(row).map(String)).filter((line) => line !== 'ok');
    return damages.length > 0 ? error('is damaged: restore a backup', damages) : ok('SQLite, intact');
  } finally {
    database.close();
  }
}

/** Checks that the site can use its data folder, and has space for uploads. The first start creates the folders. */
export async function checkDisk({ dataDir, databaseUrl }: DatabaseLocation): Promise<Result | []> {
  if (!existsSync(dataDir)) return [];
  assertAccess({ dataDir, databaseUrl });
  const { bytes, inodes } = await freeSpace(dataDir);
  const text = `${Math.floor(bytes / MEGABYTE)} MB are free in ${dataDir}`;
  if (bytes < MIN_FREE_DISK_BYTES) return error(`${text}: uploads are refused until you free space`);
  if (inodes < MIN_FREE_INODES)
    return error(
      `${text}, but only ${formatCount(inodes, 'inode')}: uploads are refused until you remove files`,
    );
  return ok(text);
}

/** Checks the connection without writing. */
export async function checkPostgres(databaseUrl: string): Promise<Result> {
  const db = openPostgres(databaseUrl, { waitMs: STEP_TIMEOUT_MS });
  try {
    await checkWritable(db);
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version') as version
    `.execute(db);
    return ok(`PostgreSQL ${rows[0]?.version}`);
  } finally {
    await db.destroy();
  }
}

/** Warns if most drafts come from one client address. */
export async function checkSharedAddress({ dataDir, databaseUrl }: DatabaseLocation): Promise<Result | []> {
  const file = path.join(dataDir, DATABASE_FILE);
  if (databaseUrl === undefined && !existsSync(file)) return [];
  const db =
    databaseUrl === undefined ? openDatabase(file) : openPostgres(databaseUrl, { waitMs: STEP_TIMEOUT_MS });
  const shared = await findSharedAddress(db).finally(() => db.destroy());
  if (!shared) return ok('no client address sends most of the drafts');
  const text = `${shared.fromOne} of the last ${shared.drafts} drafts come from one address`;
  return warning(text, [SHARED_ADDRESS_HINT]);
}

/** Writes, reads and deletes a test file, and tries to read it without a key. The sweep removes a file that is left. */
export async function checkS3(s3: S3Settings): Promise<Result[]> {
  const bucket = await createBucket(s3, { limits: S3_LIMITS });
  const unsigned = await createBucket(s3, { limits: S3_LIMITS, isSigned: false });
  const key = s3.prefix + newFileName();
  const bytes = randomBytes(TEST_BYTES);
  await checkBucket(s3, S3_LIMITS);
  await bucket.put(key, bytes);
  if (!bytes.equals(await bucket.get(key)))
    throw new Error('the bucket returned other bytes than were written');
  // Other errors do not prove that the bucket is private.
  const isPublic = await unsigned.get(key).then(
    () => true,
    (thrown: unknown) => {
      if (!(thrown instanceof S3Error && ['refused', 'missing'].includes(thrown.s3Kind))) throw thrown;
      return false;
    },
  );
  await bucket.delete(key);
  return [
    ok(`${s3.bucket} can be written and read`),
    isPublic
      ? error('the bucket is public: anyone can read its files. Make it private.')
      : ok('the bucket is not public'),
  ];
}

/** Scans a file with the maximum size, and an archive whose scan must be reported as incomplete. */
export async function checkScanner(url: string): Promise<Result> {
  const address = readClamdUrl(url);
  const scan = (bytes: Buffer) =>
    instream(address, () => Readable.from([bytes]), AbortSignal.timeout(HELD_SCAN_TIMEOUT_MS)).then(
      readVerdict,
      (thrown: Error) => hold(thrown.message, 'daemon'),
    );
  const version = await sendCommand(address, 'VERSION').catch((thrown: Error) => {
    throw new Error(`${url}: ${thrown.message}; check that clamd runs and listens there`);
  });
  const largest = await scan(Buffer.alloc(MAX_FILE_BYTES));
  if (largest.scan === 'held')
    return error(`${version}: does not scan a file of the largest size: ${largest.reason}`);
  let archive: Buffer = Buffer.from('content');
  for (let level = 0; level < UNSCANNABLE_ARCHIVE_DEPTH; level += 1) archive = gzipSync(archive);
  return (await scan(archive)).scan === 'held'
    ? ok(version)
    : warning(`${version}: set AlertExceedsMax, otherwise incompletely scanned files count as clean`);
}

export async function checkMail({ smtpUrl, from, to }: MailSettings): Promise<Result> {
  const { host } = new URL(smtpUrl);
  const smtp = await openSmtp(smtpUrl, {
    connectionMs: STEP_TIMEOUT_MS,
    greetingMs: STEP_TIMEOUT_MS,
    replyMs: STEP_TIMEOUT_MS,
  });
  try {
    await smtp.verify();
    return ok(`${host} answers; from ${from}, to ${to.join(', ') || 'applicants only, MAIL_TO is not set'}`);
  } catch (thrown) {
    return error(`${host}: ${describeSmtpError(thrown as NodemailerError, { withText: true })}`);
  } finally {
    smtp.close();
  }
}

/** Sends a HEAD request, which changes nothing. The receiver needs to support POST only, so any status below 500 is fine. */
export async function checkForward(forward: ForwardSettings): Promise<Result> {
  // The path and query may contain a key.
  const { origin } = new URL(forward.url);
  const request = { method: 'HEAD', signal: AbortSignal.timeout(STEP_TIMEOUT_MS) } as const;
  try {
    const { status } = await requestReceiver(forward, request);
    return (isServerError(status) ? warning : ok)(`${origin} ${describeStatus(status)} to a HEAD`);
  } catch (thrown) {
    return error(`${origin} does not answer: ${describeConnectionError(thrown)}`);
  }
}

/** Sends a test application without files in the same way as a delivery. */
export async function sendTestApplication(forward: ForwardSettings): Promise<Result> {
  const now = Date.now();
  const application: SentApplication = {
    reference: `TEST-${now}`,
    language: 'en',
    submittedAt: now,
    privacyNotice: null,
    fields: Object.fromEntries(textFields.map((name) => [name, 'Test'])) as Values,
    files: [],
  };
  const fileStore = { open: () => Promise.reject(new Error('no files')) };
  const signal = AbortSignal.timeout(STEP_TIMEOUT_MS);
  const { result, error: reason } = await createForward({ forward, fileStore })(application, {
    signal,
    recipients: {},
  });
  const { origin } = new URL(forward.url);
  return result === 'delivered'
    ? ok(`${origin} accepted the test application ${application.reference}: remove it there`)
    : error(`${origin} did not accept the test application: ${reason}`);
}
