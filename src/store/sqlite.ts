import { DatabaseSync } from 'node:sqlite';
import { BUSY_TIMEOUT_MS } from './dialect.ts';

export type Sqlite = DatabaseSync;

/** Opens a database file; one process waits a while for another that writes. */
export const openSqlite = (file: string): Sqlite =>
  new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
