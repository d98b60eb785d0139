import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { sql } from 'kysely';
import { formatDisplayTime } from '../../content/time.ts';
import {
  hashContent,
  isUnusedName,
  moveWithoutOverwriting,
  OWNER_ONLY_FOLDER,
  syncFolder,
  writeNewFile,
} from '../../lib/files.ts';
import { createBucket } from '../files/bucket.ts';
import { checkBucket } from '../files/check-bucket.ts';
import { hasOwnSecret, SECRET_FILE } from '../store/data-folder.ts';
import { DATABASE_FILE, type Db, openDatabase } from '../store/engine/database.ts';
import { migrate, openMigrated } from '../store/engine/migrate.ts';
import type { StoreLocation } from '../store/index.ts';
import type { BackupJob, ReportFailure } from './backup.ts';
import {
  forEachFile,
  isUpload,
  type Manifest,
  type ManifestEntry,
  openEntry,
  readManifest,
  UPLOADS_SUBFOLDER,
} from './backup-folder.ts';
import { copyRows, countRows, tableNames, withDatabase } from './copy-database.ts';

/**
 * Name of the staging folder, which holds the files until all are checked. It is in the data folder, so that moving them is atomic.
 */
const STAGING_FOLDER = 'restore.part';

/** With `showSecret`, the restore prints the line that sets the session secret of the backup. */
type RestoreJob = BackupJob & { showSecret?: boolean };

/**
 * Restores a backup to a site without applications and drafts, with any combination of SQLite or PostgreSQL and folder or bucket.
 * Checks all SHA-256 hashes first and writes the tables last, so that an interrupted restore has no effect and can be repeated.
 * Reports application files that were missing when the backup was made.
 */
export async function* restore(job: RestoreJob, reportFailure: ReportFailure): AsyncGenerator<string> {
  const { place } = job;
  const manifest = await readManifest(job.folder);
  await checkNoData(place);
  if (place.s3) await checkBucket(place.s3);
  const stagingDir = path.join(place.dataDir, STAGING_FOLDER);
  const staged = path.join(stagingDir, DATABASE_FILE);
  await rm(stagingDir, { recursive: true, force: true });
  let missing: string[];
  try {
    await mkdir(path.join(stagingDir, UPLOADS_SUBFOLDER), { recursive: true, mode: OWNER_ONLY_FOLDER });
    await forEachFile(manifest.files, (entry) => stageOrCheck(job, stagingDir, entry));
    missing = await withDatabase(openDatabase(staged), async (from) => {
      await refuseTriggers(from);
      await migrate(from);
      const lost = await findMissingFiles(from, manifest);
      await placeFiles(job, stagingDir, manifest.files);
      if (place.databaseUrl !== undefined)
        await withDatabase(openMigrated(place), (to) => copyIntoPostgres(from, to));
      return lost;
    });
    if (place.databaseUrl === undefined) await placeDatabase(staged, place.dataDir);
  } finally {
    await rm(stagingDir, { recursive: true, force: true });
  }
  const { applications, drafts, files, createdAt } = manifest;
  const when = `${formatDisplayTime(Date.parse(createdAt))} (Asia/Shanghai)`;
  yield `Restored ${applications} applications and ${drafts} drafts, ${files.length} files in all, as of ${when}\n`;
  for (const name of missing) reportFailure(`${name}: the backup lacks the file`);
  yield* describeSecret(job, manifest);
}

/** Throws if a restore would overwrite tables. Migrates PostgreSQL. */
async function checkNoData(place: StoreLocation): Promise<void> {
  if (place.databaseUrl !== undefined) return withDatabase(openMigrated(place), checkNoRows);
  for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
    const file = path.join(place.dataDir, name);
    if (!isUnusedName(file)) throw new Error(`${file} exists: restore to an empty DATA_DIR`);
  }
}

async function checkNoRows(db: Db): Promise<void> {
  const { applications, drafts } = await countRows(db);
  const found = `${applications} applications and ${drafts} drafts`;
  if (applications + drafts > 0)
    throw new Error(`DATABASE_URL: the database has ${found}: restore to an empty one`);
}

/** Copies a file to the staging folder if it will be moved to the data folder. Throws if the file differs from the manifest. */
async function stageOrCheck(job: BackupJob, stagingDir: string, entry: ManifestEntry): Promise<void> {
  const source = openEntry(job.folder, entry.path);
  const isStaged = entry.path === DATABASE_FILE || isInDataDir(job, entry);
  const found = await (isStaged
    ? writeNewFile(path.join(stagingDir, entry.path), source)
    : hashContent(source));
  if (found.bytes !== entry.bytes || found.sha256 !== entry.sha256)
    throw new Error(`${entry.path} in the backup differs from the manifest`);
}

/** Whether an entry belongs in the data folder. This depends on whether the site has a bucket or a configured session secret. */
const isInDataDir = (job: BackupJob, entry: ManifestEntry): boolean =>
  isUpload(entry) ? !job.place.s3 : entry.path === SECRET_FILE && hasOwnSecret(job);

/** Throws if the database contains triggers, views or virtual tables, because they could run their own statements. */
async function refuseTriggers(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type in ('trigger', 'view') or sql like 'create virtual %'
  `.execute(db);
  if (rows[0]) throw new Error(`the database has a foreign trigger, view or virtual table: ${rows[0].name}`);
}

/** Returns the application files that the manifest lists as missing. Throws if a file is not in the manifest. */
async function findMissingFiles(db: Db, { files, missing }: Manifest): Promise<string[]> {
  const rows = await db.selectFrom('applicationFiles').select(['reference', 'name', 'storedName']).execute();
  const stored = new Set(files.map(({ path: name }) => path.posix.basename(name)));
  const lost = rows.filter(({ storedName }) => !stored.has(storedName));
  const unlisted = lost.find(({ storedName }) => !missing.includes(storedName));
  if (unlisted) throw new Error(`the backup lacks a file of ${unlisted.reference}`);
  return lost.map(({ reference, name }) => `${reference}: ${name}`);
}

/**
 * Moves or uploads all files except the database. Overwriting is safe, because names are random: the same name means the same file.
 */
async function placeFiles(job: BackupJob, stagingDir: string, entries: ManifestEntry[]): Promise<void> {
  const { dataDir, s3 } = job.place;
  await mkdir(path.join(dataDir, UPLOADS_SUBFOLDER), { recursive: true, mode: OWNER_ONLY_FOLDER });
  for (const { path: name } of entries.filter((entry) => isInDataDir(job, entry)))
    await rename(path.join(stagingDir, name), path.join(dataDir, name));
  for (const place of [path.join(dataDir, UPLOADS_SUBFOLDER), dataDir]) await syncFolder(place);
  if (!s3) return;
  const bucket = await createBucket(s3);
  await forEachFile(entries.filter(isUpload), async ({ path: name }) =>
    bucket.put(s3.prefix + path.posix.basename(name), await readFile(path.join(job.folder, name))),
  );
}

/** Copies all rows after deleting the sessions and counters that visits to the new site created. The lock makes writers wait. */
const copyIntoPostgres = (from: Db, to: Db): Promise<void> =>
  to.transaction().execute(async (tx) => {
    const tables = sql.join(tableNames.map((name) => sql.table(name)));
    await sql`lock table ${tables} in share row exclusive mode`.execute(tx);
    await checkNoRows(tx);
    for (const name of ['sessions', 'limits'] as const) await tx.deleteFrom(name).execute();
    await copyRows(from, tx);
  });

async function placeDatabase(staged: string, dataDir: string): Promise<void> {
  const database = path.join(dataDir, DATABASE_FILE);
  if (!(await moveWithoutOverwriting(staged, database)))
    throw new Error(`${database} exists: a site was started during the restore`);
  await syncFolder(dataDir);
}

const SECRET_REASON =
  'otherwise visitors lose drafts and receipts, and the URLs of files and pictures change';

/** Yields the line that sets the session secret, or advice if the restored site does not have the old one yet. */
async function* describeSecret(job: RestoreJob, { files }: Manifest): AsyncGenerator<string> {
  const { folder, sessionSecret } = job;
  if (!files.some(({ path: name }) => name === SECRET_FILE)) {
    yield `Set SESSION_SECRET to the value of the backed-up site: ${SECRET_REASON}.\n`;
    return;
  }
  const secret = (await textOf(openEntry(folder, SECRET_FILE))).trim();
  if (job.showSecret) yield `SESSION_SECRET=${secret}\n`;
  else if (!hasOwnSecret(job) && secret !== sessionSecret)
    yield `Set SESSION_SECRET on every machine to the content of ${path.join(folder, SECRET_FILE)}: ${SECRET_REASON}.\n`;
}
