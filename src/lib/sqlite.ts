import { DatabaseSync } from 'node:sqlite';

/** How long a writer waits for those of other connections, in milliseconds. */
export const LOCK_WAIT_MS = 5000;

/** Opens a database file; one process waits `lockWaitMs` for another that writes. */
export const openSqlite = (file: string, lockWaitMs = LOCK_WAIT_MS): DatabaseSync =>
  new DatabaseSync(file, { timeout: lockWaitMs, enableForeignKeyConstraints: true });
