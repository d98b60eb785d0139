import { createReadStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../lib/sync-folder.ts';
import { DATABASE_FILE } from '../store/database.ts';
import { inspectDatabase } from '../store/inspect.ts';
import { codeOf, FOLDER_OF_OWNER, isFree, moveTo, pourInto } from './copy-file.ts';
import { type Entry, type Manifest, readManifest, UPLOADS } from './manifest.ts';
import { shownTime } from './times.ts';

type Places = { dataDir: string; folder: string };

/** Where a restore lies until all of it is checked. */
const STAGE = 'restore.part';

/**
 * Puts a backup into a data folder that has no database. Everything is checked by its SHA-256 before anything is put in its
 * place, and the database comes last: a restore that is cut off has restored nothing, and can be done again.
 */
export async function* restore({ dataDir, folder }: Places): AsyncGenerator<string> {
  const manifest = await readManifest(folder);
  refuseDatabase(dataDir);
  const stage = path.join(dataDir, STAGE);
  await rm(stage, { recursive: true, force: true });
  try {
    await mkdir(path.join(stage, UPLOADS), { recursive: true, mode: FOLDER_OF_OWNER });
    for (const entry of manifest.files) await copyChecked(folder, stage, entry);
    checkDatabase(path.join(stage, DATABASE_FILE), manifest);
    await putInPlace(stage, dataDir, manifest);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  const { applications, drafts, files, createdAt } = manifest;
  const when = `${shownTime(Date.parse(createdAt))} (Asia/Shanghai)`;
  yield `Restored ${applications} applications and ${drafts} drafts, ${files.length} files in all, as of ${when}\n`;
}

function refuseDatabase(dataDir: string): void {
  for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
    const file = path.join(dataDir, name);
    if (!isFree(file)) throw new Error(`${file} is there already: a backup is restored to an empty DATA_DIR`);
  }
}

async function copyChecked(
  folder: string,
  stage: string,
  { path: name, bytes, sha256 }: Entry,
): Promise<void> {
  const source = createReadStream(path.join(folder, name));
  const copied = await pourInto(path.join(stage, name), source).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? new Error(`the backup lacks ${name}`) : error;
  });
  if (copied.bytes !== bytes || copied.sha256 !== sha256) {
    throw new Error(`${name} in the backup is not what was backed up`);
  }
}

/** Also whether each application has all the files that it had when the backup was made. */
function checkDatabase(file: string, { files, missing }: Manifest): void {
  const { damages, unknownSteps, applicationFiles } = inspectDatabase(file);
  if (damages.length > 0) throw new Error('the database is damaged');
  if (unknownSteps.length > 0)
    throw new Error(`the database is from a newer version of the site (${unknownSteps[0]})`);
  const known = new Set([...files.map(({ path: name }) => path.posix.basename(name)), ...missing]);
  const lost = applicationFiles.find(({ storedName }) => !known.has(storedName));
  if (lost) throw new Error(`the backup lacks a file of ${lost.reference}`);
}

async function putInPlace(stage: string, dataDir: string, { files }: Manifest): Promise<void> {
  await mkdir(path.join(dataDir, UPLOADS), { recursive: true, mode: FOLDER_OF_OWNER });
  const others = files.filter(({ path: name }) => name !== DATABASE_FILE);
  for (const { path: name } of others) await rename(path.join(stage, name), path.join(dataDir, name));
  for (const place of [path.join(dataDir, UPLOADS), dataDir]) await syncFolder(place);
  const database = path.join(dataDir, DATABASE_FILE);
  if (!(await moveTo(path.join(stage, DATABASE_FILE), database))) {
    throw new Error(`${database} is there already: a site has been started meanwhile`);
  }
  await syncFolder(dataDir);
}
