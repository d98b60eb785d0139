import type { Transaction } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './engine.ts';
import type { Tables } from './tables.ts';

/** A transaction that others were in the way of is tried so many times in all. */
const MAX_TRIES = 5;

/**
 * PostgreSQL's codes for what a repeat mends: a unique key that another transaction has used meanwhile, a deadlock, a conflict of
 * transactions (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const MENDED_BY_REPEAT = new Set(['23505', '40P01', '40001']);

/**
 * Runs statements that belong together, all or none. With SQLite nobody else writes meanwhile. PostgreSQL runs it as READ COMMITTED,
 * each statement sees what others have committed by then: what must not change in between is locked by `for update`, by the change of
 * a row, or by `lockName`. `work` is repeated where another transaction was in the way, so it does nothing outside of it.
 */
export async function transact<T>(db: Db, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === MAX_TRIES || !isMendedByRepeat(error)) throw error;
    }
  }
}

/** Runs one writing statement: PostgreSQL needs no transaction around it, SQLite's waits its turn without holding up the process. */
export const write = <T>(db: Db, statement: (tx: Db) => Promise<T>): Promise<T> =>
  isPostgres(db) ? statement(db) : transact(db, statement);

const isMendedByRepeat = (error: unknown): boolean =>
  MENDED_BY_REPEAT.has(String((error as { code?: unknown } | null)?.code));
