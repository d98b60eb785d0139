import { createReadStream } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { hashContent, OWNER_ONLY_FOLDER, syncFolder, writeNewFile } from '../../lib/files.ts';
import { formatCount } from '../../lib/messages.ts';
import { checkBucket } from '../files/bucket.ts';
import { type FileStore, openFileStore } from '../files/file-store.ts';
import { assertReference } from '../store/applications/submit.ts';
import { assertOwner, SECRET_FILE } from '../store/data-folder.ts';
import { DATABASE_FILE, type Db, isPostgres, openDatabase } from '../store/engine/database.ts';
import { migrate, openMigrated } from '../store/engine/migrate.ts';
import {
  type BackupJob,
  copyRows,
  countRows,
  forEachFile,
  hasOwnSecret,
  type Manifest,
  type ReportFailure,
  readManifest,
  summariseBackup,
  tableNames,
  UPLOAD_PATH,
  withDatabase,
} from './format.ts';

const STAGING_FOLDER = 'restore.part';

/** Restores a backup to an empty site. Writes the tables last, so that an interrupted restore can be repeated. */
export async function* restore(job: BackupJob, reportFailure: ReportFailure): AsyncGenerator<string> {
  const { location, folder } = job;
  assertOwner(location);
  const manifest = await readManifest(folder);
  const missing = await withDatabase(openMigrated(location), async (database) => {
    await checkNoRows(database);
    if (location.s3) await checkBucket(location.s3);
    await forEachFile(manifest.files, async (entry) => {
      const file = path.join(await realpath(folder), entry.path);
      if ((await realpath(file)) !== file) throw new Error(`${entry.path} in the backup is behind a link`);
      const { bytes, sha256 } = await hashContent(createReadStream(file));
      if (bytes !== entry.bytes || sha256 !== entry.sha256)
        throw new Error(`${entry.path} in the backup differs from the manifest`);
    });
    return restoreFiles(job, manifest, database);
  });
  yield `Restored ${summariseBackup(manifest)} as of ${manifest.createdAt}\n`;
  for (const name of missing) reportFailure(`${name}: the backup lacks the file`);
  yield* describeSecret(job, manifest);
}

/** Restores uploads, session secret and tables. Returns the application files that the backup lacks. */
async function restoreFiles(job: BackupJob, manifest: Manifest, database: Db): Promise<string[]> {
  const { dataDir, s3 } = job.location;
  const staging = path.join(dataDir, STAGING_FOLDER);
  const stage = (name: string) =>
    writeNewFile(path.join(staging, name), createReadStream(path.join(job.folder, name)));
  await rm(staging, { recursive: true, force: true });
  try {
    await mkdir(staging, { recursive: true, mode: OWNER_ONLY_FOLDER });
    await stage(DATABASE_FILE);
    return await withDatabase(openDatabase(path.join(staging, DATABASE_FILE)), async (from) => {
      await migrate(from);
      await checkReferences(from);
      const missing = await findUnsavedFiles(from, manifest);
      const fileStore = await openFileStore(dataDir, s3);
      const names = manifest.files.map((file) => file.path);
      await forEachFile(names, async (name) => {
        if (UPLOAD_PATH.test(name)) await storeUpload(fileStore, path.join(job.folder, name));
      });
      if (hasOwnSecret(job) && names.includes(SECRET_FILE)) {
        await stage(SECRET_FILE);
        await rename(path.join(staging, SECRET_FILE), path.join(dataDir, SECRET_FILE));
        await syncFolder(dataDir);
      }
      await database.transaction().execute((tx) => replaceRows(from, tx));
      return missing;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function checkNoRows(db: Db): Promise<void> {
  const { applications, drafts } = await countRows(db);
  if (applications + drafts > 0)
    throw new Error(
      `the database has ${formatCount(applications, 'application')} and ${formatCount(drafts, 'draft')}: restore to an empty DATA_DIR or DATABASE_URL`,
    );
}

/** Exports and receivers use reference numbers as folder names. */
async function checkReferences(db: Db): Promise<void> {
  const rows = await db.selectFrom('applications').select('reference').execute();
  for (const { reference } of rows) assertReference(reference);
}

/** Throws if a file is neither in the backup nor listed as missing in the manifest. */
async function findUnsavedFiles(db: Db, { files, missing }: Manifest): Promise<string[]> {
  const rows = await db.selectFrom('applicationFiles').select(['reference', 'name', 'storedName']).execute();
  const stored = new Set(files.map(({ path: name }) => path.posix.basename(name)));
  const lost = rows.filter(({ storedName }) => !stored.has(storedName));
  const unlisted = lost.find(({ storedName }) => !missing.includes(storedName));
  if (unlisted) throw new Error(`the backup lacks a file of ${unlisted.reference}`);
  return lost.map(({ reference, name }) => `${reference}: ${name}`);
}

/** Stores an upload under its old name. Overwriting is safe, because names are random: the same name means the same file. */
async function storeUpload(fileStore: FileStore, source: string): Promise<void> {
  const file = { ...(await fileStore.create()), storedName: path.basename(source) };
  try {
    await pipeline(createReadStream(source), file.stream);
    await fileStore.commit(file);
  } catch (error) {
    await fileStore.discard(file);
    throw error;
  }
}

/** Deletes the sessions and counters that visits to the new site created. The lock makes writers wait. */
async function replaceRows(from: Db, to: Db): Promise<void> {
  const tables = sql.join(tableNames.map((name) => sql.table(name)));
  if (isPostgres(to)) await sql`lock table ${tables} in share row exclusive mode`.execute(to);
  await checkNoRows(to);
  for (const name of ['sessions', 'limits'] as const) await to.deleteFrom(name).execute();
  await copyRows(from, to);
}

/** Yields the session secret, or advice if the restored site needs it in its settings. */
async function* describeSecret(job: BackupJob, { files }: Manifest): AsyncGenerator<string> {
  const file = path.join(job.folder, SECRET_FILE);
  const hasSecret = files.some((one) => one.path === SECRET_FILE);
  const source = hasSecret ? `the content of ${file}` : 'the value of the backed-up site';
  if (hasSecret && job.showSecret) yield `SESSION_SECRET=${(await readFile(file, 'utf8')).trim()}\n`;
  else if (!hasSecret || !hasOwnSecret(job))
    yield `Set SESSION_SECRET on every machine to ${source}: otherwise visitors lose drafts and receipts, and file URLs change.\n`;
}
