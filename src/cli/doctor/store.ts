import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { createBucket, type Limits } from '../../applications/files/bucket.ts';
import { checkBucket } from '../../applications/files/check-bucket.ts';
import { UPLOADS_FOLDER } from '../../applications/files/incoming-files.ts';
import { S3Error } from '../../applications/files/s3-error.ts';
import { MEGABYTE, MIN_FREE_DISK_BYTES } from '../../applications/rules/limits.ts';
import { DATABASE_FILE } from '../../applications/store/engine/database.ts';
import { checkWritable } from '../../applications/store/engine/migrate.ts';
import { openPostgres } from '../../applications/store/engine/postgres.ts';
import type { S3Settings } from '../../config/config.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { counted, error, ok, type Result, warning } from './check.ts';

const LOW_SPACE_BYTES = 1024 * MEGABYTE;
const QUERY_TIMEOUT_MS = 5000;
/** Maximum clock difference: captcha codes and sessions expire by this machine's clock. */
const MAX_CLOCK_DIFFERENCE_S = 120;
const TEST_BYTES = 1000;
/** Shorter than for the site, because an operator waits. */
const S3_LIMITS: Limits = { silenceMs: 5000, callMs: 10_000, attempts: 1 };

/** Writes and removes a test file. */
export async function checkDataDir(dataDir: string): Promise<Result> {
  if (!existsSync(dataDir)) return warning(`${dataDir} does not exist: the first start creates it`);
  const folder = await mkdtemp(path.join(dataDir, '.doctor-'));
  try {
    await writeFile(path.join(folder, 'test'), 'test of the doctor', { flush: true });
  } finally {
    await rm(folder, { recursive: true });
  }
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const text = `${dataDir} is writable, ${Math.floor(freeBytes / MEGABYTE)} MB free`;
  if (freeBytes < MIN_FREE_DISK_BYTES) return error(`${text}: uploads are refused`);
  return freeBytes < LOW_SPACE_BYTES ? warning(text) : ok(text);
}

type Row = Record<string, string | number | null>;

/** Checks the SQLite file and, unless they are in a bucket, the files of applications, even while the site runs. */
export function checkSqlite(dataDir: string, s3?: S3Settings): Result | [] {
  const file = path.join(dataDir, DATABASE_FILE);
  // The check of DATA_DIR reports a missing folder.
  if (!existsSync(dataDir)) return [];
  if (!existsSync(file)) return warning('does not exist: the first start creates it');
  const database = openSqlite(file);
  try {
    const rows = (statement: string): Row[] => database.prepare(statement).all() as Row[];
    const damages = rows('pragma integrity_check')
      .flatMap((row) => Object.values(row).map(String))
      .filter((line) => line !== 'ok');
    const missing = rows('select stored_name from application_files')
      .map((row) => path.join(dataDir, UPLOADS_FOLDER, String(row.stored_name)))
      .filter((one) => !s3 && !existsSync(one));
    const [count] = rows('select count(*) as applications from applications');
    const text = counted(Number(count?.applications), 'application');
    const problems = [...damages, ...missing.map((one) => `a file of an application is missing: ${one}`)];
    return problems.length > 0 ? error(text, problems) : ok(`${text}; intact`);
  } finally {
    database.close();
  }
}

/** `forbiddenTables`: tables that the role cannot read and write. */
type Facts = { version: string; clock: number; forbiddenTables: string | null };

/** Checks connection, privileges and clock without writing. */
export async function checkPostgres(databaseUrl: string): Promise<Result> {
  const db = openPostgres(databaseUrl, { waitMs: QUERY_TIMEOUT_MS });
  try {
    await checkWritable(db);
    const { rows } = await sql<Facts>`
      select current_setting('server_version') as version,
        extract(epoch from clock_timestamp())::float8 as clock,
        (select string_agg(relname, ', ' order by relname) from pg_class
          where relnamespace = current_schema()::regnamespace and relkind = 'r'
          and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
            and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))) as forbidden_tables
    `.execute(db);
    const [{ version, clock, forbiddenTables }] = rows as [Facts];
    if (forbiddenTables !== null) return error(`the role needs to read and write ${forbiddenTables}`);
    const aheadS = Math.round(Date.now() / 1000 - clock);
    const text = `PostgreSQL ${version}`;
    if (Math.abs(aheadS) < MAX_CLOCK_DIFFERENCE_S) return ok(text);
    return warning(`${text}; the clock of this machine is ${aheadS} s ahead`);
  } finally {
    await db.destroy();
  }
}

/**
 * Writes, reads and deletes a test file under the prefix, and tries to list and read it without a key. If the store fails before
 * the deletion, the file is swept like any other without an application.
 */
export async function checkS3(s3: S3Settings, limits = S3_LIMITS): Promise<Result[]> {
  const bucket = await createBucket(s3, { limits });
  const unsigned = await createBucket(s3, { limits, isSigned: false });
  const key = s3.prefix + newFileName();
  const bytes = randomBytes(TEST_BYTES);
  await checkBucket(s3, limits);
  await bucket.put(key, bytes);
  if (!bytes.equals(await bucket.get(key))) throw new Error('a file was read back with other bytes');
  const isListed = await isAllowed(unsigned.list(s3.prefix, 1).next());
  const isRead = await isAllowed(unsigned.get(key));
  await bucket.delete(key);
  const open = [...(isListed ? ['listed'] : []), ...(isRead ? ['read'] : [])];
  return [
    ok(`${s3.bucket} can be written and read`),
    open.length === 0
      ? ok('the bucket is not public')
      : error(`the bucket is public: without a key it can be ${open.join(' and ')}`),
  ];
}

/** Rejects if the store does not respond, which proves nothing. */
const isAllowed = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (thrown: unknown) => {
      if (thrown instanceof S3Error && ['refused', 'missing'].includes(thrown.s3Kind)) return false;
      throw thrown;
    },
  );
