import { closeSync, openSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { CamelCasePlugin, Kysely } from 'kysely';
import { BLOCKING_MS, ImmediateDialect, type SqliteFile } from './dialect.ts';
import { LOCK_WAIT_MS, openSqlite, type Sqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** The tables, by kysely: column names are camelCase here and snake_case in the database. */
export type Db = Kysely<Tables>;

/** The database in the data folder. */
export const DATABASE_FILE = 'plinth.sqlite';

/** Personal data: only the site's own user may read it. SQLite gives its journal the same mode. */
const OWNER_ONLY = 0o600;

/**
 * Opens (or makes) the database file. A commit that has returned is on disk: in WAL mode only `synchronous=FULL`
 * promises that (https://sqlite.org/pragma.html#pragma_synchronous). What is deleted is overwritten: it is personal data.
 * A writer waits `lockWaitMs` for another one.
 */
export function openDatabase(file: string, lockWaitMs = LOCK_WAIT_MS): Db {
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
    dialect: new ImmediateDialect(asSqliteFile(sqlite), lockWaitMs),
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

/** node:sqlite in the shape that kysely asks for. */
const asSqliteFile = (sqlite: Sqlite): SqliteFile => ({
  exec: (sql) => sqlite.exec(sql),
  isTransaction: () => sqlite.isTransaction,
  close: () => sqlite.close(),
  prepare(sql) {
    const statement = sqlite.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...(values as SQLInputValue[])),
      run: (values) => statement.run(...(values as SQLInputValue[])),
      iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
    };
  },
});
