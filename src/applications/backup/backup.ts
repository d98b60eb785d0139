import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isoTime } from '../../content/time.ts';
import {
  codeOf,
  copyStored,
  FOLDER_OF_OWNER,
  MissingFileError,
  measure,
  OWNER_ONLY,
  pourInto,
  syncFolder,
} from '../../lib/files.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { openFileStore } from '../files/file-store.ts';
import { S3Error } from '../files/s3-error.ts';
import { DATABASE_FILE, type Db, openDatabase } from '../store/engine/database.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import type { StoreLocation } from '../store/index.ts';
import { recordBackup } from '../store/last-backup.ts';
import { hasOwnSecret, SECRET_FILE } from '../store/secret.ts';
import { type Entry, forEachFile, type Manifest, UPLOADS, writeManifest } from './backup-folder.ts';
import { copyDatabase, countsOf } from './copy-database.ts';

/** `sessionSecret` comes from the environment. `folder` is the backup folder. */
export type Job = { place: StoreLocation; sessionSecret?: string; folder: string };
export type Report = (message: string) => void;

/** Ignored when checking for an empty folder, because `mkfs` creates it at the root of a new file system. */
const LOST_AND_FOUND = 'lost+found';

/**
 * Copies tables, uploaded files and the session secret to a folder, consistently even while the site runs. The format does not
 * depend on the database or the file store. A new folder gets its name when the backup is complete. An empty folder, which may be
 * the root of a disk, gets its manifest last. Reports missing and damaged application files, and omits draft files removed during
 * the backup.
 */
export async function* backup(job: Job, reportFailure: Report): AsyncGenerator<string> {
  const { folder } = job;
  const isNew = !existsSync(folder);
  const part = isNew ? `${folder}.${newFileName()}.part` : folder;
  await claim(part);
  try {
    const manifest = await fill(part, job, reportFailure);
    await writeManifest(part, manifest);
    for (const place of [path.join(part, UPLOADS), part]) await syncFolder(place);
    if (isNew) await rename(part, folder);
    await syncFolder(path.dirname(folder));
    const { applications, drafts, files, createdAt, missing } = manifest;
    await recordBackup(job.place.dataDir, { createdAt, missing: missing.length });
    yield `Backed up ${applications} applications and ${drafts} drafts, ${files.length} files in all, to ${folder}\n`;
  } catch (error) {
    for (const name of await contentsOf(part))
      await rm(path.join(part, name), { recursive: true, force: true });
    if (isNew) await rm(part, { recursive: true });
    throw error;
  }
}

const contentsOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name !== LOST_AND_FOUND);

/** Creates the folder if it is missing, and its first entry. Throws if it is not empty, for example during another backup. */
async function claim(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  if ((await contentsOf(folder)).length > 0)
    throw new Error(`${folder} is not empty: choose a new or empty folder`);
  await mkdir(path.join(folder, UPLOADS), { mode: FOLDER_OF_OWNER });
}

async function fill(part: string, job: Job, reportFailure: Report): Promise<Manifest> {
  const createdAt = isoTime(Date.now());
  const database = path.join(part, DATABASE_FILE);
  await (await open(database, 'wx', OWNER_ONLY)).close();
  await withDatabase(openMigrated(job.place), (db) => copyDatabase(db, part));
  const { entries, missing, counts } = await withDatabase(openDatabase(database), async (copy) => {
    await removeUnfinishedUploads(copy);
    return { ...(await copyUploads(copy, part, job.place, reportFailure)), counts: await countsOf(copy) };
  });
  await sync(database);
  const measured = { path: DATABASE_FILE, ...(await measure(createReadStream(database))) };
  const files = [measured, ...(await copySecret(job, part)), ...entries];
  return { format: 1, createdAt, ...counts, files, missing };
}

/** Removes unfinished uploads from the copy, because visitors repeat them. */
async function removeUnfinishedUploads(copy: Db): Promise<void> {
  await copy.deleteFrom('resumableUploads').where('fileId', 'is', null).execute();
  await copy.deleteFrom('uploadPieces').execute();
}

/** Copies the files listed in a copied database. Removes the rows of draft files that cannot be copied. */
async function copyUploads(copy: Db, part: string, { dataDir, s3 }: StoreLocation, reportFailure: Report) {
  const uploads = await openFileStore(dataDir, s3);
  const columns = ['storedName', 'name', 'bytes', 'sha256'] as const;
  const sent = await copy
    .selectFrom('applicationFiles')
    .select([...columns, 'reference'])
    .execute();
  const drafted = await copy.selectFrom('draftFiles').select(columns).execute();
  const entries: Entry[] = [];
  const missing: string[] = [];
  await forEachFile([...sent, ...drafted], async (file) => {
    const { storedName, bytes, sha256 } = file;
    const copyFile = () => copyStored(uploads, file, path.join(part, UPLOADS, storedName));
    try {
      // Retries, because the SDK does not retry an interrupted response body.
      await copyFile().catch((error: unknown) => {
        if (error instanceof S3Error && error.s3Kind === 'noAnswer') return copyFile();
        throw error;
      });
      entries.push({ path: `${UPLOADS}/${storedName}`, bytes, sha256 });
    } catch (error) {
      // The disk or the store failed, not this file.
      if (codeOf(error) !== undefined) throw error;
      const { message } = error as Error;
      if ('reference' in file) {
        missing.push(storedName);
        reportFailure(`${file.reference}: ${file.name}: ${message}`);
      } else {
        await copy.deleteFrom('draftFiles').where('storedName', '=', storedName).execute();
        if (!(error instanceof MissingFileError)) reportFailure(`a draft: ${message}`);
      }
    }
  });
  return { entries, missing };
}

/** Copies the session secret if the site uses the one in its data folder. Without it, a restore would invalidate all cookies. */
async function copySecret(job: Job, part: string): Promise<Entry[]> {
  const secret = path.join(job.place.dataDir, SECRET_FILE);
  if (!hasOwnSecret(job) || !existsSync(secret)) return [];
  return [{ path: SECRET_FILE, ...(await pourInto(path.join(part, SECRET_FILE), createReadStream(secret))) }];
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

/** Opens a database for `use`, then closes it. */
export async function withDatabase<T>(opened: Db | Promise<Db>, use: (db: Db) => Promise<T>): Promise<T> {
  const db = await opened;
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
