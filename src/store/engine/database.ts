import { closeSync, openSync } from 'node:fs';
import { CamelCasePlugin, Kysely, type LogConfig } from 'kysely';
import { OWNER_ONLY } from '../../lib/copy-file.ts';
import { LOCK_WAIT_MS, openSqlite } from '../../lib/sqlite.ts';
import { BLOCKING_MS, immediateDialect } from './dialect.ts';
import type { Tables } from './tables.ts';

/** Column names are camelCase in code and snake_case in the database. */
export type Db = Kysely<Tables>;

export const DATABASE_FILE = 'plinth.sqlite';

/**
 * Opens or creates the database file. Commits are durable: in WAL mode this needs `synchronous=FULL`
 * (https://sqlite.org/pragma.html#pragma_synchronous). Deleted rows are overwritten, because they hold personal data. A writer waits up to
 * `lockWaitMs` for another one.
 */
export function openDatabase(file: string, lockWaitMs = LOCK_WAIT_MS, onQuery?: OnQuery): Db {
  createFile(file);
  const sqlite = openSqlite(file, lockWaitMs);
  try {
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
    sqlite.exec(`pragma busy_timeout = ${BLOCKING_MS}`);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return new Kysely<Tables>({
    dialect: immediateDialect(sqlite, lockWaitMs),
    plugins: [new CamelCasePlugin()],
    log: queryLog(onQuery),
  });
}

/**
 * SQLite gives the journal the mode of the database. Never opens an existing file: closing it would drop the other locks of this process
 * on it (https://sqlite.org/howtocorrupt.html, section 2.2).
 */
function createFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Called after each query. */
export type OnQuery = (seconds: number) => void;

export const queryLog =
  (onQuery: OnQuery = () => undefined): LogConfig =>
  ({ queryDurationMillis }) =>
    onQuery(queryDurationMillis / 1000);
