import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isoTime } from '../content/time.ts';
import { syncFolder } from '../lib/sync-folder.ts';
import { DATABASE_FILE } from '../store/database.ts';
import type { Store } from '../store/index.ts';
import { SECRET_FILE } from '../store/secret.ts';
import { copyUploads } from './backup-files.ts';
import { codeOf, FOLDER_OF_OWNER, measure, OWNER_ONLY, pourInto } from './copy-file.ts';
import { type Entry, type Manifest, UPLOADS, writeManifest } from './manifest.ts';
import type { Tell } from './print.ts';

type Places = { dataDir: string; folder: string };

/**
 * Copies the database, the files that it names and the session secret to a new folder, also while the site runs: all as they
 * were at one moment. The folder gets its name when it is whole. A file of an application that is missing or damaged is
 * reported; one of a draft that its visitor has removed meanwhile is left out.
 */
export async function* backup(
  store: Store,
  { dataDir, folder }: Places,
  reportFailure: Tell,
): AsyncGenerator<string> {
  await refuseFull(folder);
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  try {
    await mkdir(path.join(part, UPLOADS), { recursive: true, mode: FOLDER_OF_OWNER });
    const manifest = await fill(part, store, dataDir, reportFailure);
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

async function fill(part: string, store: Store, dataDir: string, reportFailure: Tell): Promise<Manifest> {
  const createdAt = isoTime(Date.now());
  const database = path.join(part, DATABASE_FILE);
  await (await open(database, 'wx', OWNER_ONLY)).close();
  await store.copyTo(database);
  const { counts, uploads, missing } = await copyUploads(store.uploads, { database, part }, reportFailure);
  await sync(database);
  const measured = { path: DATABASE_FILE, ...(await measure(createReadStream(database))) };
  const files = [measured, ...(await copySecret(dataDir, part)), ...uploads];
  return { format: 1, createdAt, ...counts, files, missing };
}

/** The site's own secret, where none is set in the environment: without it no visitor's cookie fits any more. */
async function copySecret(dataDir: string, part: string): Promise<Entry[]> {
  const secret = path.join(dataDir, SECRET_FILE);
  if (!existsSync(secret)) return [];
  return [{ path: SECRET_FILE, ...(await pourInto(path.join(part, SECRET_FILE), createReadStream(secret))) }];
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}
