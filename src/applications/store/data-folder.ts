import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MIN_SECRET_LENGTH } from '../../config/schema.ts';
import { explainNoAccess, findUserName, giveTo, toSudoUser } from '../../lib/file-access.ts';
import { errorCodeOf, OWNER_ONLY } from '../../lib/files.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { UPLOADS_FOLDER } from '../files/file-store.ts';
import { DATABASE_FILE } from './engine/database.ts';
import type { DatabaseLocation } from './engine/migrate.ts';

const SECRET_BYTES = 32;

export const SECRET_FILE = 'session-secret';
export const LOCK_FILE = 'site.lock';

/** Files without which a site over SQLite cannot start. A site over PostgreSQL does not open those of an earlier SQLite. */
const SQLITE_FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, LOCK_FILE, SECRET_FILE];

/**
 * Throws if this process cannot use the data folder or a required file in it, for example one that root created. The site
 * continues without the caches in the folder.
 */
export function assertAccess({ dataDir, databaseUrl }: DatabaseLocation): void {
  const names = [UPLOADS_FOLDER, ...(databaseUrl === undefined ? SQLITE_FILES : [])];
  for (const file of [dataDir, ...names.map((name) => path.join(dataDir, name))]) {
    const problem = explainNoAccess(file, giveTo(dataDir));
    if (problem !== undefined) throw new Error(`DATA_DIR: ${problem}`);
  }
}

/** Returns the secret that signs tokens: `configured`, or one generated once in the data folder. */
export function sessionSecret(configured: string | undefined, dataDir: string): string {
  if (configured !== undefined) return configured;
  const file = path.join(dataDir, SECRET_FILE);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) storeSecret(file, randomBytes(SECRET_BYTES).toString('base64url'));
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`${file} contains no valid secret: delete it to generate a new one`);
  return secret;
}

/** If two processes start together, the secret stored first is used. */
function storeSecret(file: string, secret: string): void {
  const own = `${file}-${process.pid}`;
  writeFileSync(own, secret, { mode: OWNER_ONLY, flush: true });
  try {
    linkSync(own, file);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
}

/** Throws without access, or if root runs a command on another user's data folder: the site could not change files that root writes. */
export function assertOwner(location: DatabaseLocation): void {
  const { dataDir } = location;
  const uid = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (uid && process.getuid?.() === 0) {
    const owner = findUserName(uid);
    throw new Error(
      `${dataDir} belongs to ${owner}: run the command as that user, with sudo -u ${toSudoUser(owner)}`,
    );
  }
  assertAccess(location);
}

const BACKUP_FILE = 'last-backup.json';

/** `missing` counts the application files that could not be copied. */
type LastBackup = { createdAt: string; missing: number };

/** Records a complete backup for the site's metrics. Replaces even a file that belongs to another user. */
export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const part = path.join(dataDir, `${newFileName()}.part`);
  await writeFile(part, JSON.stringify(backup), { mode: OWNER_ONLY });
  await rename(part, path.join(dataDir, BACKUP_FILE));
}

/** The age is infinite before the first backup. */
export async function lastBackup(dataDir: string): Promise<{ ageS: number; missing: number }> {
  try {
    const text = await readFile(path.join(dataDir, BACKUP_FILE), 'utf8');
    const { createdAt, missing } = JSON.parse(text) as LastBackup;
    return { ageS: (Date.now() - Date.parse(createdAt)) / 1000, missing };
  } catch {
    return { ageS: Number.POSITIVE_INFINITY, missing: 0 };
  }
}
