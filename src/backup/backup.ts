import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isoTime } from '../content/time.ts';
import { syncFolder } from '../files/disk.ts';
import { openFileStore } from '../files/file-store.ts';
import { codeOf, FOLDER_OF_OWNER, measure, OWNER_ONLY, pourInto } from '../lib/copy-file.ts';
import { DATABASE_FILE } from '../store/engine/database.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import type { StoreLocation } from '../store/index.ts';
import { SECRET_FILE } from '../store/secret.ts';
import { copyUploads } from './backup-files.ts';
import { copyDatabase } from './copy-database.ts';
import { type Entry, type Manifest, UPLOADS, writeManifest } from './manifest.ts';
import { hasOwnSecret } from './secret-advice.ts';

/** `sessionSecret`: that of the environment. `folder`: the backup. */
export type Job = { place: StoreLocation; sessionSecret?: string; folder: string };
export type Report = (message: string) => void;

/**
 * Copies tables, their files and the session secret to a new folder, consistently even while the site runs. The format is the same for
 * SQLite, PostgreSQL, folder and bucket. The folder gets its name when complete. Reports missing and damaged files of applications; omits
 * draft files that were removed during the backup.
 */
export async function* backup(job: Job, reportFailure: Report): AsyncGenerator<string> {
  const { folder } = job;
  await checkEmpty(folder);
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  try {
    await mkdir(path.join(part, UPLOADS), { recursive: true, mode: FOLDER_OF_OWNER });
    const manifest = await fill(part, job, reportFailure);
    await writeManifest(part, manifest);
    for (const place of [path.join(part, UPLOADS), part]) await syncFolder(place);
    await rename(part, folder);
    await syncFolder(path.dirname(folder));
    const { applications, drafts, files } = manifest;
    yield `Backed up ${applications} applications and ${drafts} drafts, ${files.length} files in all, to ${folder}\n`;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

async function checkEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0) throw new Error(`${folder} is not empty: choose a new or empty folder`);
}

async function fill(part: string, job: Job, reportFailure: Report): Promise<Manifest> {
  const createdAt = isoTime(Date.now());
  const database = path.join(part, DATABASE_FILE);
  await (await open(database, 'wx', OWNER_ONLY)).close();
  await copyTables(job.place, part);
  const uploads = await openFileStore(job.place.dataDir, job.place.s3);
  const { counts, entries, missing } = await copyUploads(uploads, { database, part }, reportFailure);
  await sync(database);
  const measured = { path: DATABASE_FILE, ...(await measure(createReadStream(database))) };
  const files = [measured, ...(await copySecret(job, part)), ...entries];
  return { format: 1, createdAt, ...counts, files, missing };
}

async function copyTables(place: StoreLocation, part: string): Promise<void> {
  const db = await openMigrated(place);
  try {
    await copyDatabase(db, part);
  } finally {
    await db.destroy();
  }
}

/** Only if the site uses the secret of its data folder. Without it all cookies become invalid. */
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
