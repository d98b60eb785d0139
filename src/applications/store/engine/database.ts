import { closeSync, openSync, statSync } from 'node:fs';
import { CamelCasePlugin, Kysely, PostgresIntrospector, sql, type Transaction } from 'kysely';
import { SiteError } from '../../../lib/failures.ts';
import { errorCodeOf, LOCK_WAIT_MS, OWNER_ONLY, openSqlite } from '../../../lib/files.ts';
import { BLOCKING_MS, immediateDialect } from './dialect.ts';
import type { Tables } from './tables.ts';

/** A database or a transaction. Column names are camelCase in code and snake_case in the database. */
export type Db = Kysely<Tables>;

export const DATABASE_FILE = 'plinth.sqlite';

/**
 * Opens or creates the database file. Commits are durable, which requires `synchronous=FULL` in WAL mode
 * (https://sqlite.org/pragma.html#pragma_synchronous). Overwrites deleted rows, which contain personal data. A writer waits up to
 * `lockWaitMs` for another writer.
 */
export function openDatabase(file: string, lockWaitMs = LOCK_WAIT_MS): Db {
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
    dialect: immediateDialect(sqlite, { lockWaitMs, beforeWrite: createFileCheck(file) }),
    plugins: [new CamelCasePlugin()],
  });
}

/**
 * Creates the database file with its mode, which SQLite copies to the journal. Never opens an existing file, because closing it
 * would drop this process's other locks on it (https://sqlite.org/howtocorrupt.html, section 2.2).
 */
function createFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
}

/** Returns a function that throws if the file was removed or replaced, because SQLite would still write to the unlinked file. */
function createFileCheck(file: string): () => void {
  const { dev, ino } = statSync(file);
  return () => {
    const current = statSync(file, { throwIfNoEntry: false });
    if (current?.ino !== ino || current.dev !== dev)
      throw new SiteError('storage', {
        detail: `${file} was removed or replaced: put it back, or restart the site`,
      });
  };
}

/** Whether the database is PostgreSQL, which has concurrent writers, unlike SQLite. */
export const isPostgres = (db: Db): boolean => db.introspection instanceof PostgresIntrospector;

const MAX_ATTEMPTS = 5;

/**
 * PostgreSQL's error codes for conflicts with another transaction: unique violation, deadlock, serialisation failure
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const RETRYABLE_CODES = new Set(['23505', '40P01', '40001']);

/**
 * Runs statements in one transaction. With SQLite it is the only writer. With PostgreSQL it is READ COMMITTED, so `work` must lock
 * whatever must not change between statements: with `for update`, by updating the row, or with `lockName`. A conflict with another
 * transaction repeats `work`, which must not have side effects.
 */
export async function transact<T>(db: Db, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

/** Like `transact`, but a power failure may undo the transaction, because it does not wait for the disk. */
export const transactLazily = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.connection().execute(async (own) => {
    if (isPostgres(db))
      return transact(own, async (tx) => {
        await sql`set local synchronous_commit = off`.execute(tx);
        return work(tx);
      });
    await sql`pragma synchronous = normal`.execute(own);
    try {
      return await transact(own, work);
    } finally {
      await sql`pragma synchronous = full`.execute(own);
    }
  });

/** Runs one write statement. SQLite requires a transaction to wait for the lock without blocking the process. */
export const write = <T>(db: Db, statement: (tx: Db) => Promise<T>): Promise<T> =>
  isPostgres(db) ? statement(db) : transact(db, statement);

const isRetryable = (error: unknown): boolean => RETRYABLE_CODES.has(errorCodeOf(error) ?? '');

/** Returns the number of an advisory lock (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS). */
const lockNumber = (name: string) => sql`hashtextextended(${`plinth ${name}`}, 0)`;

/** Serialises transactions that lock the same name. SQLite serialises all transactions anyway. */
export async function lockName(tx: Db, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${lockNumber(name)})`.execute(tx);
}

/**
 * Runs `work` on one machine at a time. Returns undefined if another machine is running it. The lock ends with its connection, so
 * after a crash the others wait until the server detects the dead connection (see `KEEPALIVE`). With SQLite, the caller ensures
 * that only one process runs it.
 */
export async function exclusively<T>(db: Db, name: string, work: () => Promise<T>): Promise<T | undefined> {
  if (!isPostgres(db)) return work();
  return db.connection().execute(async (own) => {
    const request = sql<{ got: boolean }>`select pg_try_advisory_lock(${lockNumber(name)}) as got`;
    if (!(await request.execute(own)).rows[0]?.got) return undefined;
    try {
      return await work();
    } finally {
      // A lost connection has released the lock.
      await sql`select pg_advisory_unlock(${lockNumber(name)})`.execute(own).catch(() => undefined);
    }
  });
}
