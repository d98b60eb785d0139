import { DatabaseSync } from 'node:sqlite';

/** How long a writer waits for those of other connections, in milliseconds. */
export const LOCK_WAIT_MS = 5000;

export type Sqlite = DatabaseSync;

/** Opens a database file; one process waits `lockWaitMs` for another that writes. */
export const openSqlite = (file: string, lockWaitMs = LOCK_WAIT_MS): Sqlite =>
  new DatabaseSync(file, { timeout: lockWaitMs, enableForeignKeyConstraints: true });
