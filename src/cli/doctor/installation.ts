import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createBuildInfo } from '../../config/build-info.ts';
import type { S3Settings } from '../../config/config.ts';
import { isNewEnough, NEEDED_MAJOR } from '../../config/node-version.ts';
import { UPLOADS_FOLDER } from '../../files/incoming-files.ts';
import { createCaptchaMedia } from '../../form/captcha/captcha-media.ts';
import { createKeyedRandom } from '../../form/captcha/keyed-random.ts';
import { MEGABYTE, MIN_FREE_DISK_BYTES } from '../../form/rules/limits.ts';
import { languages } from '../../i18n/languages.ts';
import { DAY_MS } from '../../lib/days.ts';
import { accessibleToOthers } from '../../processes/owner-only.ts';
import { DATABASE_FILE } from '../../store/engine/database.ts';
import { counted, error, ok, type Result, warning } from './finding.ts';
import { inspectDatabase } from './inspect-database.ts';
import { storedNames } from './s3.ts';

const LOW_SPACE_BYTES = 1024 * MEGABYTE;
/** An older build is more likely a wrong clock. */
const OLD_BUILD_DAYS = 3650;

export function checkNode(): Result {
  const { node } = process.versions;
  return isNewEnough(node) ? ok(node) : error(`${node}; the site needs ${NEEDED_MAJOR} or newer`);
}

/** A build from the future or from long ago means a wrong clock. */
export function checkBuild(distDir: string, now = Date.now()): Result {
  if (!existsSync(path.join(distDir, 'build.json'))) return error('there is no build: npm run build');
  const { id, version, timestamp } = createBuildInfo(distDir).running;
  const ageDays = (now - Date.parse(timestamp)) / DAY_MS;
  const text = `Plinth ${version}, ${id}, built ${timestamp}`;
  if (ageDays >= -1 && ageDays < OLD_BUILD_DAYS) return ok(text);
  return warning(`${text}, but the clock is at ${new Date(now).toISOString()}`);
}

/** Throws if a picture or a sound cannot be made. */
export async function checkCaptcha(distDir: string): Promise<Result> {
  const captcha = createCaptchaMedia(path.join(distDir, 'captcha-samples'));
  const code = captcha.newCode();
  const random = createKeyedRandom(code);
  await captcha.image(code, random);
  for (const language of languages) captcha.audio(code, language, random);
  return ok('makes pictures and sounds');
}

export async function checkDataDir(dataDir: string): Promise<Result> {
  if (!existsSync(dataDir)) return warning(`${dataDir} does not exist: the first start creates it`);
  const folder = await mkdtemp(path.join(dataDir, '.doctor-'));
  try {
    await writeFile(path.join(folder, 'test'), 'test of the doctor', { flush: true });
  } finally {
    await rm(folder, { recursive: true });
  }
  return ok(`${dataDir} is writable`);
}

export async function checkSpace(dataDir: string): Promise<Result> {
  const { bavail, bsize, ffree, files } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const text = `${Math.floor(freeBytes / MEGABYTE)} MB free`;
  if (files > 0 && ffree === 0) return error(`${text}, but no inode for another file`);
  if (freeBytes < MIN_FREE_DISK_BYTES) return error(`${text}: uploads are refused`);
  return freeBytes < LOW_SPACE_BYTES ? warning(text) : ok(text);
}

export function checkPermissions(dataDir: string): Result {
  const open = accessibleToOthers(dataDir);
  if (open.length === 0) return ok('only the owner can read private files');
  return warning(`other users of this machine can read: ${open.join(', ')}`);
}

/** Throws if the path cannot be looked up, for example with EACCES. */
const isFound = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

/** Files of applications are looked up in the bucket, if one is set, else in `dataDir`. */
export async function checkStore(dataDir: string, s3?: S3Settings): Promise<Result> {
  const file = path.join(dataDir, DATABASE_FILE);
  if (!isFound(file)) return warning('does not exist: the first start creates it');
  const found = inspectDatabase(file);
  const names = s3 && (await storedNames(s3));
  const isStored = (name: string) =>
    s3 ? (names?.has(name) ?? true) : isFound(path.join(dataDir, UPLOADS_FOLDER, name));
  const missing = found.applicationFiles.filter(({ storedName }) => !isStored(storedName));
  const problems = [
    ...found.damages,
    ...found.strayRows,
    ...missing.map(({ storedName }) => `a file of an application is missing: ${storedName}`),
    ...found.unknownSteps.map((step) => `written by a newer version: ${step}`),
  ];
  const text = `${counted(found.applications, 'application')}, ${counted(found.drafts, 'open draft')}`;
  if (problems.length > 0) return error(text, problems);
  if (found.missingSteps.length === 0) return ok(`${text}; intact and writable`);
  return warning(`${text}; the next start runs migrations:`, found.missingSteps);
}
