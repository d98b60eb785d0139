import { DatabaseSync } from 'node:sqlite';

export const LOCK_WAIT_MS = 5000;

/** Opens a database file. A writer waits up to `lockWaitMs` for the lock of another connection. */
export const openSqlite = (file: string, lockWaitMs = LOCK_WAIT_MS): DatabaseSync =>
  new DatabaseSync(file, { timeout: lockWaitMs, enableForeignKeyConstraints: true });
