import { sql, type Transaction } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './engine.ts';
import type { Tables } from './tables.ts';

const MAX_ATTEMPTS = 5;

/**
 * PostgreSQL's codes for conflicts with another transaction: unique violation, deadlock, serialization failure
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const RETRYABLE_CODES = new Set(['23505', '40P01', '40001']);

/**
 * Runs statements in one transaction. With SQLite it is the only writer. With PostgreSQL it is READ COMMITTED: lock what must not change
 * between statements with `for update`, by updating the row, or with `lockName`. A conflict with another transaction repeats `work`, which
 * must have no side effects.
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

/** Runs one write statement. SQLite needs a transaction around it to wait for the lock without blocking the process. */
export const write = <T>(db: Db, statement: (tx: Db) => Promise<T>): Promise<T> =>
  isPostgres(db) ? statement(db) : transact(db, statement);

const isRetryable = (error: unknown): boolean =>
  RETRYABLE_CODES.has(String((error as { code?: unknown } | null)?.code));

/** Number of an advisory lock (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS). */
const lockNumber = (name: string) => sql`hashtextextended(${`plinth ${name}`}, 0)`;

/** Serializes transactions that lock the same name. SQLite serializes all transactions anyway. */
export async function lockName(tx: Db, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${lockNumber(name)})`.execute(tx);
}

/**
 * Runs `work` on one machine at a time; returns undefined if another machine runs it. The lock ends with its connection: after a crash
 * the others wait until the server detects the dead connection (see `KEEPALIVE`). With SQLite the caller ensures that only one process
 * runs it.
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
