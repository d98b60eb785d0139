import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { LOCK_WAIT_MS } from './lock-times.ts';

export type Sqlite = DatabaseSync;
export type SqliteValue = SQLInputValue;

/** Opens a database file; one process waits `lockWaitMs` for another that writes. */
export const openSqlite = (file: string, lockWaitMs = LOCK_WAIT_MS): Sqlite =>
  new DatabaseSync(file, { timeout: lockWaitMs, enableForeignKeyConstraints: true });
