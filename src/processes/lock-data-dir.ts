import path from 'node:path';
import { LOCK_WAIT_MS, openSqlite } from '../lib/sqlite.ts';

export const LOCK_FILE = 'site.lock';

/** Throws if another site uses the folder. The lock is SQLite's on an empty file, because it ends with the process in any case. */
export function lockDataDir(dataDir: string, waitMs = LOCK_WAIT_MS): void {
  const lock = openSqlite(path.join(dataDir, LOCK_FILE), waitMs);
  try {
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new Error(`DATA_DIR: another site uses ${dataDir}: stop it, or set another folder`);
  }
  // Also keeps the lock from being garbage-collected.
  process.once('exit', () => lock.close());
}
