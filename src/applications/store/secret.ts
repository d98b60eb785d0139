import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MIN_SECRET_LENGTH } from '../../config/schema.ts';
import { OWNER_ONLY } from '../../lib/files.ts';

const SECRET_BYTES = 32;

export const SECRET_FILE = 'session-secret';

/** Whether the site uses the secret in its data folder: it has no SESSION_SECRET and needs none. */
export const hasOwnSecret = ({ place, sessionSecret }: { place: Place; sessionSecret?: string }): boolean =>
  sessionSecret === undefined && place.databaseUrl === undefined && place.s3 === undefined;

type Place = { databaseUrl?: string; s3?: unknown };

/** Secret that signs tokens: `configured`, or generated once and stored in the data folder, readable only by its owner. */
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

/** Atomic: of two processes that start together, the first one's secret stays. */
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
