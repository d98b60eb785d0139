import { DatabaseSync } from 'node:sqlite';
import { LOCK_WAIT_MS } from './dialect.ts';

export type Sqlite = DatabaseSync;

/** Opens a database file; one process waits `lockWaitMs` for another that writes. */
export const openSqlite = (file: string, lockWaitMs = LOCK_WAIT_MS): Sqlite =>
  new DatabaseSync(file, { timeout: lockWaitMs, enableForeignKeyConstraints: true });
