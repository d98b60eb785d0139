import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { formatIsoTime } from '../../content/time.ts';
import { explainNoAccess, findExisting } from '../../lib/file-access.ts';
import {
  copyStored,
  errorCodeOf,
  hashContent,
  OWNER_ONLY,
  OWNER_ONLY_FOLDER,
  syncFolder,
  writeNewFile,
} from '../../lib/files.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { openFileStore, UPLOADS_FOLDER } from '../files/file-store.ts';
import { assertOwner, recordBackup, SECRET_FILE } from '../store/data-folder.ts';
import { DATABASE_FILE, type Db, isPostgres, openDatabase } from '../store/engine/database.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import {
  type BackupJob,
  copyRows,
  countRows,
  forEachFile,
  hasOwnSecret,
  MANIFEST_FILE,
  type Manifest,
  type ReportFailure,
  summariseBackup,
  withDatabase,
} from './format.ts';
import { checkSpace, findLinkableBackup, linkUnchanged } from './space.ts';

/**
 * Copies tables, uploaded files and session secret to a new folder, even while the site runs. Unchanged files become links to the
 * previous backup next to it. Reports missing and damaged application files, and omits such draft files.
 */
export async function* backup(job: BackupJob, reportFailure: ReportFailure): AsyncGenerator<string> {
  const { folder } = job;
  assertOwner(job.location);
  if (existsSync(folder)) throw new Error(`${folder} exists: name a new folder, which may be inside it`);
  const part = `${folder}.${newFileName()}.part`;
  const uploads = path.join(part, UPLOADS_FOLDER);
  try {
    await mkdir(uploads, { recursive: true, mode: OWNER_ONLY_FOLDER }).catch(explainFailedMkdir(folder));
    const manifest = await fillFolder(part, job, reportFailure);
    const json = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(path.join(part, MANIFEST_FILE), json, { mode: OWNER_ONLY, flush: true });
    for (const filled of [uploads, part]) await syncFolder(filled);
    await rename(part, folder);
    await syncFolder(path.dirname(folder));
    const { createdAt, missing } = manifest;
    await recordBackup(job.location.dataDir, { createdAt, missing: missing.length });
    yield `Backed up ${summariseBackup(manifest)} to ${folder}\n`;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

const explainFailedMkdir = (folder: string) => (error: Error) => {
  const existing = findExisting(path.dirname(folder));
  const backups = path.join(existing, 'plinth-backups');
  const advise = (user: string) => `install -d -o ${user} -m 700 ${backups}, and name a new folder in it`;
  throw new Error(explainNoAccess(existing, advise) ?? error.message);
};

async function fillFolder(part: string, job: BackupJob, reportFailure: ReportFailure): Promise<Manifest> {
  const createdAt = formatIsoTime(Date.now());
  const database = path.join(part, DATABASE_FILE);
  const earlier = await findLinkableBackup(job.folder, part);
  await withDatabase(openMigrated(job.location), async (db) => {
    await checkSpace(db, part, job.location.dataDir, earlier);
    await copyDatabase(db, part);
  });
  const { files, ...facts } = await withDatabase(openDatabase(database), (copy) =>
    copyUploads(copy, { ...job, part, earlier }, reportFailure),
  );
  const handle = await open(database, 'r+');
  await handle.sync();
  await handle.close();
  files.unshift({ path: DATABASE_FILE, ...(await hashContent(createReadStream(database))) });
  const secret = path.join(job.location.dataDir, SECRET_FILE);
  // Without the secret, a restore would invalidate all cookies.
  if (hasOwnSecret(job) && existsSync(secret)) {
    const copied = await writeNewFile(path.join(part, SECRET_FILE), createReadStream(secret));
    files.push({ path: SECRET_FILE, ...copied });
  }
  return { format: 1, createdAt, ...facts, files };
}

/** Writes a consistent snapshot of all tables to an SQLite file, without blocking writers. */
async function copyDatabase(db: Db, part: string): Promise<void> {
  if (isPostgres(db)) {
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    // Ends the snapshot before the copy is committed, because PostgreSQL aborts transactions that are idle for too long.
    return withDatabase(openMigrated({ dataDir: part }), (copy) =>
      copy.transaction().execute((to) => snapshot.execute((from) => copyRows(from, to))),
    );
  }
  const database = path.join(part, DATABASE_FILE);
  await writeFile(database, '', { mode: OWNER_ONLY });
  await sql`vacuum into ${database}`.execute(db);
}

type CopyJob = BackupJob & { part: string; earlier: string | undefined };

/** Copies the files listed in the copied database. Removes the rows of draft files that cannot be copied. */
async function copyUploads(copy: Db, { location, part, earlier }: CopyJob, reportFailure: ReportFailure) {
  const store = await openFileStore(location.dataDir, location.s3);
  // Retries once, because the SDK does not retry an interrupted response body.
  const source = { open: (name: string) => store.open(name).catch(() => store.open(name)) };
  // Omits unfinished uploads, which visitors can start again.
  await copy.deleteFrom('resumableUploads').where('fileId', 'is', null).execute();
  await copy.deleteFrom('uploadChunks').execute();
  const columns = ['storedName', 'name', 'bytes', 'sha256'] as const;
  const sent = copy.selectFrom('applicationFiles').select([...columns, 'reference']);
  const drafted = copy.selectFrom('draftFiles').select(columns).where('bytes', '>', 0);
  const files: Manifest['files'] = [];
  const missing: string[] = [];
  await forEachFile([...(await sent.execute()), ...(await drafted.execute())], async (file) => {
    const { storedName, bytes, sha256 } = file;
    const name = `${UPLOADS_FOLDER}/${storedName}`;
    try {
      const target = path.join(part, name);
      await copyStored(source, file, target);
      await linkUnchanged(earlier, file, target);
      files.push({ path: name, bytes, sha256 });
    } catch (error) {
      // An error with a code means that the disk or the store failed, not this file.
      if (errorCodeOf(error) !== undefined) throw error;
      if ('reference' in file) {
        missing.push(storedName);
        reportFailure(`${file.reference}: ${file.name}: ${(error as Error).message}`);
      } else await copy.deleteFrom('draftFiles').where('storedName', '=', storedName).execute();
    }
  });
  return { files, missing, ...(await countRows(copy)) };
}
