import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { displayTime } from '../content/time.ts';
import { checkBucket } from '../files/check-bucket.ts';
import { FOLDER_OF_OWNER } from '../lib/copy-file.ts';
import { eachAtOnce } from '../lib/each-at-once.ts';
import { DATABASE_FILE } from '../store/engine/database.ts';
import type { Job } from './backup.ts';
import { inspectDatabase } from './inspect.ts';
import { FILES_AT_ONCE, type Manifest, readManifest, UPLOADS } from './manifest.ts';
import { placeFiles, stageOrCheck } from './restore-files.ts';
import { placeTables, refuseFilled } from './restore-tables.ts';
import { secretAdvice } from './secret.ts';

/** Where a restore lies until all of it is checked. */
const STAGE = 'restore.part';

/**
 * Puts a backup into a place that has no applications and drafts: SQLite or PostgreSQL, a folder or a bucket, whatever it was made
 * from. Everything is checked by its SHA-256 before anything is put in its place, and the tables come last: a restore that is cut off
 * has restored nothing, and can be done again.
 */
export async function* restore(job: Job): AsyncGenerator<string> {
  const { place, folder } = job;
  const manifest = await readManifest(folder);
  await refuseFilled(place);
  if (place.s3) await checkBucket(place.s3);
  const stage = path.join(place.dataDir, STAGE);
  await rm(stage, { recursive: true, force: true });
  try {
    await mkdir(path.join(stage, UPLOADS), { recursive: true, mode: FOLDER_OF_OWNER });
    const staging = { ...job, stage };
    await eachAtOnce(FILES_AT_ONCE, manifest.files, (entry) => stageOrCheck(staging, entry));
    checkDatabase(path.join(stage, DATABASE_FILE), manifest);
    await placeFiles(staging, manifest.files);
    await placeTables(place, stage);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  const { applications, drafts, files, createdAt } = manifest;
  const when = `${displayTime(Date.parse(createdAt))} (Asia/Shanghai)`;
  yield `Restored ${applications} applications and ${drafts} drafts, ${files.length} files in all, as of ${when}\n`;
  const advice = await secretAdvice(job, folder);
  if (advice !== undefined) yield `${advice}\n`;
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
