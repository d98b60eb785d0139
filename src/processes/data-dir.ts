import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { LOCK_WAIT_MS, openSqlite } from '../lib/files.ts';

const LOCK_FILE = 'site.lock';

/** Throws if another site uses the folder. The lock is SQLite's lock on an empty file, because it always ends with the process. */
export function lockDataDir(dataDir: string, waitMs = LOCK_WAIT_MS): void {
  const lock = openSqlite(path.join(dataDir, LOCK_FILE), waitMs);
  try {
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new Error(`DATA_DIR: another site uses ${dataDir}: stop it, or set another folder`);
  }
  // Also prevents the lock from being garbage-collected.
  process.once('exit', () => lock.close());
}

const GROUP_AND_OTHERS = 0o077;
const OWNER = 0o700;
/** Sticky bit, which marks a shared folder such as /tmp. */
const STICKY = 0o1000;

/** Closes the data folder, and so all its content, to other users. Returns false for a shared folder or another user's folder. */
export function restrictToOwner(dataDir: string): boolean {
  const { mode } = statSync(dataDir);
  if ((mode & GROUP_AND_OTHERS) === 0) return true;
  if (mode & STICKY) return false;
  try {
    chmodSync(dataDir, mode & OWNER);
    return true;
  } catch {
    return false;
  }
}
