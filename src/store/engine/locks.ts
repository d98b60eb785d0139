import { sql } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './engine.ts';

/** PostgreSQL's advisory locks are numbers (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS). */
const numberOf = (name: string) => sql`hashtextextended(${`plinth ${name}`}, 0)`;

/** Makes transactions that name the same thing wait for one another until they end. With SQLite all wait for each other anyway. */
export async function lockName(tx: Db, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${numberOf(name)})`.execute(tx);
}

/**
 * Does what one machine at a time does; undefined where another one is at it. The lock is a connection's and ends with it: a machine
 * that dies holds up the others until the server has missed it (see `openPool`). With SQLite there is one machine, and it is the caller who sees that one process does it.
 */
export async function exclusively<T>(db: Db, name: string, work: () => Promise<T>): Promise<T | undefined> {
  if (!isPostgres(db)) return work();
  return db.connection().execute(async (own) => {
    const asked = sql<{ got: boolean }>`select pg_try_advisory_lock(${numberOf(name)}) as got`;
    if (!(await asked.execute(own)).rows[0]?.got) return undefined;
    try {
      return await work();
    } finally {
      // Where the connection is lost, so is the lock.
      await sql`select pg_advisory_unlock(${numberOf(name)})`.execute(own).catch(() => undefined);
    }
  });
}
