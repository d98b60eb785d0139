import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatIsoTime } from '../../content/time.ts';
import {
  copyStored,
  errorCodeOf,
  hashContent,
  MissingFileError,
  OWNER_ONLY,
  OWNER_ONLY_FOLDER,
  syncFolder,
  writeNewFile,
} from '../../lib/files.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { S3Error } from '../files/bucket.ts';
import { openFileStore } from '../files/file-store.ts';
import { hasOwnSecret, recordBackup, SECRET_FILE } from '../store/data-folder.ts';
import { DATABASE_FILE, type Db, openDatabase } from '../store/engine/database.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import type { StoreLocation } from '../store/index.ts';
import {
  forEachFile,
  type Manifest,
  type ManifestEntry,
  UPLOADS_SUBFOLDER,
  writeManifest,
} from './backup-folder.ts';
import { copyDatabase, countRows, withDatabase } from './copy-database.ts';

/** A backup or restore. `sessionSecret` is the value of SESSION_SECRET, and `folder` the backup folder. */
export type BackupJob = { place: StoreLocation; sessionSecret?: string; folder: string };
export type ReportFailure = (message: string) => void;

/**
 * Copies tables, uploaded files and the session secret to a new folder, consistently even while the site runs. The format does not
 * depend on the database or the file store. The folder is renamed to its final name when the backup is complete. Reports missing
 * and damaged application files, and omits draft files that are removed during the backup.
 */
export async function* backup(job: BackupJob, reportFailure: ReportFailure): AsyncGenerator<string> {
  const { folder } = job;
  if (existsSync(folder)) throw new Error(`${folder} exists: name a new folder`);
  const partFolder = `${folder}.${newFileName()}.part`;
  try {
    await mkdir(path.join(partFolder, UPLOADS_SUBFOLDER), { recursive: true, mode: OWNER_ONLY_FOLDER });
    const manifest = await fillFolder(partFolder, job, reportFailure);
    await writeManifest(partFolder, manifest);
    for (const place of [path.join(partFolder, UPLOADS_SUBFOLDER), partFolder]) await syncFolder(place);
    await rename(partFolder, folder);
    await syncFolder(path.dirname(folder));
    const { applications, drafts, files, createdAt, missing } = manifest;
    await recordBackup(job.place.dataDir, { createdAt, missing: missing.length });
    yield `Backed up ${applications} applications and ${drafts} drafts, ${files.length} files in all, to ${folder}\n`;
  } finally {
    await rm(partFolder, { recursive: true, force: true });
  }
}

async function fillFolder(part: string, job: BackupJob, reportFailure: ReportFailure): Promise<Manifest> {
  const createdAt = formatIsoTime(Date.now());
  const database = path.join(part, DATABASE_FILE);
  await writeFile(database, '', { mode: OWNER_ONLY, flag: 'wx' });
  await withDatabase(openMigrated(job.place), (db) => copyDatabase(db, part));
  const { entries, missing, counts } = await withDatabase(openDatabase(database), async (copy) => {
    // Omits unfinished uploads, because visitors can start them again.
    await copy.deleteFrom('resumableUploads').where('fileId', 'is', null).execute();
    await copy.deleteFrom('uploadPieces').execute();
    return { ...(await copyUploads(copy, part, job.place, reportFailure)), counts: await countRows(copy) };
  });
  const handle = await open(database, 'r+');
  await handle.sync();
  await handle.close();
  const measured = { path: DATABASE_FILE, ...(await hashContent(createReadStream(database))) };
  const files = [measured, ...(await copySecret(job, part)), ...entries];
  return { format: 1, createdAt, ...counts, files, missing };
}

/** Copies the files listed in a copied database. Removes the rows of draft files that cannot be copied. */
async function copyUploads(
  copy: Db,
  part: string,
  { dataDir, s3 }: StoreLocation,
  reportFailure: ReportFailure,
) {
  const uploads = await openFileStore(dataDir, s3);
  const columns = ['storedName', 'name', 'bytes', 'sha256'] as const;
  const sent = await copy
    .selectFrom('applicationFiles')
    .select([...columns, 'reference'])
    .execute();
  const drafted = await copy.selectFrom('draftFiles').select(columns).execute();
  const entries: ManifestEntry[] = [];
  const missing: string[] = [];
  await forEachFile([...sent, ...drafted], async (file) => {
    const { storedName, bytes, sha256 } = file;
    const copyFile = () => copyStored(uploads, file, path.join(part, UPLOADS_SUBFOLDER, storedName));
    try {
      // Retries, because the SDK does not retry an interrupted response body.
      await copyFile().catch((error: unknown) => {
        if (error instanceof S3Error && error.s3Kind === 'noAnswer') return copyFile();
        throw error;
      });
      entries.push({ path: `${UPLOADS_SUBFOLDER}/${storedName}`, bytes, sha256 });
    } catch (error) {
      // An error with a code means that the disk or the store failed, not this file.
      if (errorCodeOf(error) !== undefined) throw error;
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
async function copySecret(job: BackupJob, part: string): Promise<ManifestEntry[]> {
  const secret = path.join(job.place.dataDir, SECRET_FILE);
  if (!hasOwnSecret(job) || !existsSync(secret)) return [];
  return [
    { path: SECRET_FILE, ...(await writeNewFile(path.join(part, SECRET_FILE), createReadStream(secret))) },
  ];
}
