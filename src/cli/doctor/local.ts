import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inspectDatabase } from '../../backup/inspect.ts';
import { createBuildInfo, VERSION } from '../../config/build-info.ts';
import { isNewEnough, NEEDED_MAJOR } from '../../config/node-version.ts';
import type { S3Settings } from '../../config/store-settings.ts';
import { createFolder } from '../../demo/folder.ts';
import { createCaptchaMedia } from '../../form/captcha/captcha-media.ts';
import { createKeyedRandom } from '../../form/captcha/keyed-random.ts';
import { MEGABYTE, MIN_FREE_DISK_BYTES } from '../../form/rules/limits.ts';
import { languages } from '../../i18n/languages.ts';
import { DAY_MS } from '../../lib/days.ts';
import { DATABASE_FILE } from '../../store/engine/database.ts';
import { openToOthers } from '../../store/engine/owner-only.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { storedNames } from './s3.ts';

/** Files are refused soon. */
const LOW_SPACE_BYTES = 1024 * MEGABYTE;
/** An older build is more likely a wrong clock. */
const OLD_BUILD_DAYS = 3650;

export function checkNode(): Finding {
  const { node } = process.versions;
  return isNewEnough(node)
    ? ok('Node', node)
    : fault('Node', `${node}; the site needs ${NEEDED_MAJOR} or newer`);
}

export function checkBuild(distDir: string, now = Date.now()): Finding {
  if (!existsSync(path.join(distDir, 'build.json'))) return fault('build', 'there is none: npm run build');
  const { id, timestamp } = createBuildInfo(distDir).running;
  const ageDays = (now - Date.parse(timestamp)) / DAY_MS;
  const said = `Plinth ${VERSION}, ${id}, of ${timestamp}`;
  if (ageDays >= -1 && ageDays < OLD_BUILD_DAYS) return ok('build and clock', said);
  return warning('build and clock', `${said}, but the clock says ${new Date(now).toISOString()}`);
}

/** Throws if a picture or a sound cannot be made. */
export async function checkCaptcha(distDir: string): Promise<Finding> {
  const captcha = createCaptchaMedia(path.join(distDir, 'captcha-samples'));
  const code = captcha.newCode();
  const random = createKeyedRandom(code);
  const picture = await captcha.image(code, random);
  const sounds = languages.map((language) => captcha.audio(code, language, random).length);
  return ok('captcha', `a picture of ${picture.length} bytes, sounds of ${sounds.join(' and ')}`);
}

export async function checkWriting(dataDir: string): Promise<Finding> {
  const folder = await mkdtemp(path.join(dataDir, '.doctor-'));
  try {
    await writeFile(path.join(folder, 'test'), 'written by the doctor', { flush: true });
  } finally {
    await rm(folder, { recursive: true });
  }
  return ok('DATA_DIR', `${dataDir} can be written`);
}

export async function checkSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize, ffree, files } = await statfs(dataDir);
  const free = bavail * bsize;
  const said = `${Math.floor(free / MEGABYTE)} MB free`;
  if (files > 0 && ffree === 0) return fault('disk', `${said}, but there is no room for another file's name`);
  if (free < MIN_FREE_DISK_BYTES) return fault('disk', `${said}: files are refused`);
  return free < LOW_SPACE_BYTES ? warning('disk', said) : ok('disk', said);
}

/** Personal data and the secret: only the site's own user may read them. */
export function checkPermissions(dataDir: string): Finding {
  const open = openToOthers(dataDir);
  if (open.length === 0) return ok('permissions', 'what is private is its owner’s alone');
  return warning('permissions', `others on this machine may read: ${open.join(', ')}`);
}

/** With `s3`, the files of applications are looked for there. */
export async function checkStore(dataDir: string, s3?: S3Settings): Promise<Finding> {
  const file = path.join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) return warning('store', 'is not there yet: the first start makes it');
  const found = inspectDatabase(file);
  const inBucket = s3 && (await storedNames(s3));
  const missing = found.applicationFiles.filter(({ storedName }) =>
    s3 ? inBucket && !inBucket.has(storedName) : !existsSync(path.join(dataDir, 'uploads', storedName)),
  );
  const details = [
    ...found.damages,
    ...found.strayRows,
    ...missing.map(({ storedName }) => `a file of an application is missing: ${storedName}`),
    ...found.unknownSteps.map((step) => `written by a newer version: ${step}`),
  ];
  const said = `${found.applications} applications, ${found.drafts} open drafts`;
  if (details.length > 0) return fault('store', said, details);
  const steps = found.missingSteps.map((step) => `the next start takes the step ${step}`);
  return steps.length > 0 ? warning('store', said, steps) : ok('store', `${said}; whole, can be written`);
}

/** Reads every content file of both languages as the embedded backend does. */
export async function checkContentDir(root: string): Promise<Finding> {
  const problems: string[] = [];
  const folder = createFolder(root, ({ message }) => problems.push(message));
  const files = languages
    .filter((language) => existsSync(path.join(root, language)))
    .flatMap((language) =>
      readdirSync(path.join(root, language), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(language, name),
      ),
    )
    .filter((name) => name.endsWith('.json'));
  for (const file of files) await folder.json(file).catch(() => undefined);
  return problems.length > 0
    ? fault('CONTENT_DIR', `${problems.length} files cannot be read:`, problems)
    : ok('CONTENT_DIR', `${files.length} JSON files of ${root}`);
}
