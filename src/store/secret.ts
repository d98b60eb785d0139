import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MIN_SECRET_LENGTH } from '../config/schema.ts';

const SECRET_BYTES = 32;

export const SECRET_FILE = 'session-secret';

/** The secret that signs tokens: the given one, or one made once and kept in the data folder, readable by its owner alone. */
export function sessionSecret(given: string | undefined, dataDir: string): string {
  if (given !== undefined) return given;
  const file = path.join(dataDir, SECRET_FILE);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) keep(file, randomBytes(SECRET_BYTES).toString('base64url'));
  const kept = readFileSync(file, 'utf8').trim();
  if (kept.length < MIN_SECRET_LENGTH) throw new Error(`${file} holds no secret: delete it to have one made`);
  return kept;
}

/** Whole or not at all: of two processes that start together the first one's secret stays. */
function keep(file: string, secret: string): void {
  const own = `${file}-${process.pid}`;
  writeFileSync(own, secret, { mode: 0o600, flush: true });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
}
