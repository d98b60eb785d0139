import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MEGABYTE, MIN_FREE_DISK_BYTES } from '../../application/limits.ts';
import { type Inspected, inspectDatabase } from '../../backup/inspect.ts';
import { DATABASE_FILE } from '../../store/database.ts';
import { openToOthers } from '../../store/owner-only.ts';
import type { S3Settings } from '../../store-settings.ts';
import { type Finding, fault, ok, tried, warning } from './finding.ts';
import { storedNames } from './s3.ts';

/** Files are refused soon. */
const LITTLE_BYTES = 1024 * MEGABYTE;

type Places = { dataDir: string; databaseUrl?: string; s3?: S3Settings };

/** With `s3`, the files of applications are looked for there; with `databaseUrl` the folder has no database. */
export async function checkData({ dataDir, databaseUrl, s3 }: Places): Promise<Finding[]> {
  if (!existsSync(dataDir))
    return [warning('DATA_DIR', `${dataDir} is not there yet: the first start makes it`)];
  return [
    await tried('DATA_DIR', () => checkWriting(dataDir)),
    await tried('disk', () => checkSpace(dataDir)),
    await tried('permissions', () => checkPermissions(dataDir)),
    ...(databaseUrl ? [] : [await tried('store', () => checkStore(dataDir, s3))]),
  ];
}

async function checkWriting(dataDir: string): Promise<Finding> {
  const folder = await mkdtemp(path.join(dataDir, '.doctor-'));
  try {
    await writeFile(path.join(folder, 'test'), 'written by the doctor', { flush: true });
  } finally {
    await rm(folder, { recursive: true });
  }
  return ok('DATA_DIR', `${dataDir} can be written`);
}

async function checkSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize, ffree, files } = await statfs(dataDir);
  const free = bavail * bsize;
  const said = `${Math.floor(free / MEGABYTE)} MB free`;
  if (files > 0 && ffree === 0) return fault('disk', `${said}, but there is no room for another file's name`);
  if (free < MIN_FREE_DISK_BYTES) return fault('disk', `${said}: files are refused`);
  return free < LITTLE_BYTES ? warning('disk', said) : ok('disk', said);
}

/** Personal data and the secret: only the site's own user may read them. */
function checkPermissions(dataDir: string): Finding {
  const open = openToOthers(dataDir);
  if (open.length === 0) return ok('permissions', 'what is private is its owner’s alone');
  return warning('permissions', `others on this machine may read: ${open.join(', ')}`);
}

async function checkStore(dataDir: string, s3?: S3Settings): Promise<Finding> {
  const file = path.join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) return warning('store', 'is not there yet: the first start makes it');
  const found = inspectDatabase(file);
  const inBucket = s3 && (await storedNames(s3));
  const isThere = (name: string) =>
    s3 ? (inBucket?.has(name) ?? true) : existsSync(path.join(dataDir, 'uploads', name));
  const missing = found.applicationFiles.map(({ storedName }) => storedName).filter((name) => !isThere(name));
  return findingOf(found, missing);
}

function findingOf(
  { damages, strayRows, missingSteps, unknownSteps, applications, drafts }: Inspected,
  missing: string[],
): Finding {
  const details = [
    ...damages,
    ...strayRows,
    ...missing.map((name) => `a file of an application is missing: ${name}`),
    ...unknownSteps.map((step) => `written by a newer version: ${step}`),
  ];
  const said = `${applications} applications, ${drafts} open drafts`;
  if (details.length > 0) return fault('store', said, details);
  if (missingSteps.length === 0) return ok('store', `${said}; whole, can be written`);
  return warning(
    'store',
    said,
    missingSteps.map((step) => `the next start takes the step ${step}`),
  );
}
