import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MIN_SECRET_LENGTH } from '../../config/schema.ts';
import { OWNER_ONLY } from '../../lib/files.ts';
import { newFileName } from '../../lib/identifiers.ts';

const SECRET_BYTES = 32;

export const SECRET_FILE = 'session-secret';

/** Whether the site uses the secret in its data folder, because SESSION_SECRET is neither set nor required. */
export const hasOwnSecret = ({ place, sessionSecret }: { place: Place; sessionSecret?: string }): boolean =>
  sessionSecret === undefined && place.databaseUrl === undefined && place.s3 === undefined;

type Place = { databaseUrl?: string; s3?: unknown };

/**
 * Returns the secret that signs tokens: `configured`, or one generated once and stored in an owner-only file in the data folder.
 */
export function sessionSecret(configured: string | undefined, dataDir: string): string {
  if (configured !== undefined) return configured;
  const file = path.join(dataDir, SECRET_FILE);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) store(file, randomBytes(SECRET_BYTES).toString('base64url'));
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`${file} contains no valid secret: delete it to generate a new one`);
  return secret;
}

/** Stores a secret atomically. If two processes start together, the secret stored first is used. */
function store(file: string, secret: string): void {
  const own = `${file}-${process.pid}`;
  writeFileSync(own, secret, { mode: OWNER_ONLY, flush: true });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
}

/** Throws if root runs a command on the data folder of another user: the site could not change the files that root writes. */
export function assertOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (!owner || process.getuid?.() !== 0) return;
  throw new Error(
    `${dataDir} belongs to another user: run the command as that user, with sudo -u '#${owner}'`,
  );
}

const BACKUP_FILE = 'last-backup.json';

/** `missing` is the number of application files that could not be copied. */
type LastBackup = { createdAt: string; missing: number };

/** Records a complete backup in the data folder, for the metrics of the site. Replaces even the file of another user. */
export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const part = path.join(dataDir, `${newFileName()}.part`);
  await writeFile(part, JSON.stringify(backup), { mode: OWNER_ONLY });
  await rename(part, path.join(dataDir, BACKUP_FILE));
}

/** Returns the age of the last backup, which is infinite before the first one, and its number of missing files. */
export async function lastBackup(dataDir: string): Promise<{ ageS: number; missing: number }> {
  try {
    const text = await readFile(path.join(dataDir, BACKUP_FILE), 'utf8');
    const { createdAt, missing } = JSON.parse(text) as LastBackup;
    return { ageS: (Date.now() - Date.parse(createdAt)) / 1000, missing };
  } catch {
    return { ageS: Number.POSITIVE_INFINITY, missing: 0 };
  }
}
