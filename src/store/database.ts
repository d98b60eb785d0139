import { closeSync, openSync } from 'node:fs';
import { CamelCasePlugin, Kysely } from 'kysely';
import { threadDialect } from './dialect.ts';
import { BLOCKING_MS, LOCK_WAIT_MS } from './lock-times.ts';
import type { Tables } from './tables.ts';
import { threadedSqlite } from './threaded-sqlite.ts';

/** The tables, by kysely: column names are camelCase here and snake_case in the database. */
export type Db = Kysely<Tables>;

/** The database in the data folder. */
export const DATABASE_FILE = 'plinth.sqlite';

/** Personal data: nobody but the site's own user reads it. SQLite gives its journal the same mode. */
const OWNER_ONLY = 0o600;

/**
 * Opens (or makes) the database file, in a thread of its own. A commit that has returned is on disk: in WAL mode only
 * `synchronous=FULL` promises that (https://sqlite.org/pragma.html#pragma_synchronous). What is deleted is overwritten: it is
 * personal data. A writer waits `lockWaitMs` for another one. A file that cannot be opened fails at the first question.
 */
export function openDatabase(file: string, lockWaitMs = LOCK_WAIT_MS): Db {
  makeFile(file);
  const sqlite = threadedSqlite({ file, lockWaitMs, blockingMs: BLOCKING_MS });
  return new Kysely<Tables>({
    dialect: threadDialect(sqlite, lockWaitMs),
    plugins: [new CamelCasePlugin()],
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
