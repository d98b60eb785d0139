import { closeSync, openSync } from 'node:fs';
import { CamelCasePlugin, Kysely } from 'kysely';
import { LOCK_WAIT_MS, openSqlite } from '../../lib/sqlite.ts';
import { BLOCKING_MS, immediateDialect } from './dialect.ts';
import { type OnQuery, queryLog } from './query-log.ts';
import type { Tables } from './tables.ts';

/** The tables, by kysely: column names are camelCase here and snake_case in the database. */
export type Db = Kysely<Tables>;

export const DATABASE_FILE = 'plinth.sqlite';

/** Personal data: only the site's own user may read it. SQLite gives its journal the same mode. */
const OWNER_ONLY = 0o600;

/**
 * Opens (or makes) the database file. A commit that has returned is on disk: in WAL mode only `synchronous=FULL`
 * promises that (https://sqlite.org/pragma.html#pragma_synchronous). What is deleted is overwritten: it is personal data.
 * A writer waits `lockWaitMs` for another one.
 */
export function openDatabase(file: string, lockWaitMs = LOCK_WAIT_MS, onQuery?: OnQuery): Db {
  makeFile(file);
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
 * Never opens a file that is there already: closing it would drop this process's other locks on it
 * (https://sqlite.org/howtocorrupt.html, section 2.2).
 */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
