import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { displayTime } from '../content/time.ts';
import { checkBucket } from '../files/check-bucket.ts';
import { FOLDER_OF_OWNER } from '../lib/copy-file.ts';
import { eachAtOnce } from '../lib/each-at-once.ts';
import { DATABASE_FILE } from '../store/engine/database.ts';
import type { Job, Report } from './backup.ts';
import { inspectDatabase } from './inspect.ts';
import { MAX_CONCURRENT_COPIES, type Manifest, readManifest, UPLOADS } from './manifest.ts';
import { placeFiles, stageOrCheck } from './restore-files.ts';
import { checkNoData, placeTables } from './restore-tables.ts';
import { secretAdvice } from './secret-advice.ts';

/** Folder for the files until all are checked. */
const STAGE = 'restore.part';

/**
 * Restores a backup to a site without applications and drafts, with any combination of SQLite or PostgreSQL and folder or bucket. Checks
 * all SHA-256 first and writes the tables last: an interrupted restore has restored nothing and can be repeated. Reports files of
 * applications that were missing at the backup.
 */
export async function* restore(job: Job, reportFailure: Report): AsyncGenerator<string> {
  const { place, folder } = job;
  const manifest = await readManifest(folder);
  await checkNoData(place);
  if (place.s3) await checkBucket(place.s3);
  const stage = path.join(place.dataDir, STAGE);
  await rm(stage, { recursive: true, force: true });
  let missing: string[];
  try {
    await mkdir(path.join(stage, UPLOADS), { recursive: true, mode: FOLDER_OF_OWNER });
    const staging = { ...job, stage };
    await eachAtOnce(MAX_CONCURRENT_COPIES, manifest.files, (entry) => stageOrCheck(staging, entry));
    missing = missingIn(path.join(stage, DATABASE_FILE), manifest);
    await placeFiles(staging, manifest.files);
    await placeTables(place, stage);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  const { applications, drafts, files, createdAt } = manifest;
  const when = `${displayTime(Date.parse(createdAt))} (Asia/Shanghai)`;
  yield `Restored ${applications} applications and ${drafts} drafts, ${files.length} files in all, as of ${when}\n`;
  for (const name of missing) reportFailure(`${name}: the backup lacks the file`);
  const advice = await secretAdvice(job, folder);
  if (advice !== undefined) yield `${advice}\n`;
}

/** Returns the files of applications that the manifest lists as missing. Throws if it does not list a file, or the database is damaged. */
function missingIn(file: string, { files, missing }: Manifest): string[] {
  const { damages, unknownSteps, applicationFiles } = inspectDatabase(file);
  if (damages.length > 0) throw new Error('the database is damaged');
  if (unknownSteps.length > 0)
    throw new Error(`the database is from a newer version of the site (${unknownSteps[0]})`);
  const stored = new Set(files.map(({ path: name }) => path.posix.basename(name)));
  const lost = applicationFiles.filter(({ storedName }) => !stored.has(storedName));
  const unlisted = lost.find(({ storedName }) => !missing.includes(storedName));
  if (unlisted) throw new Error(`the backup lacks a file of ${unlisted.reference}`);
  return lost.map(({ reference, name }) => `${reference}: ${name}`);
}
