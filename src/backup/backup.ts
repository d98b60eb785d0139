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
import { hasOwnSecret } from './secret.ts';

/** The site's place, with the session secret that its environment sets, and the folder of the backup. */
export type Job = { place: StoreLocation; sessionSecret?: string; folder: string };
type Tell = (message: string) => void;

/**
 * Copies the tables, the files that they name and the session secret to a new folder, also while the site runs: all as they
 * were at one moment. The folder is the same whatever keeps them, SQLite or PostgreSQL, a folder or a bucket, and gets its name when it
 * is whole. A file of an application that is missing or damaged is reported; one of a draft that its visitor has removed meanwhile is
 * left out.
 */
export async function* backup(job: Job, reportFailure: Tell): AsyncGenerator<string> {
  const { folder } = job;
  await refuseFull(folder);
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

async function refuseFull(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (found.length > 0) throw new Error(`${folder} is not empty: a backup needs a folder of its own`);
}

async function fill(part: string, job: Job, reportFailure: Tell): Promise<Manifest> {
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

/** Where the site signs with its own: without it no visitor's cookie fits any more. */
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
