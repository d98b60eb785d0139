import type { Db } from './database.ts';
import type { LimitRow } from './tables.ts';

export type Count = Pick<LimitRow, 'hits' | 'resetsAt'>;

/**
 * Counters that expire, by keys that identify no person. All processes count together. Times are
 * milliseconds since 1970; a key's time begins with its first hit.
 */
export const createRateCounters = (db: Db) => ({
  /** Counts one more, and forgets all that is over: there are never more keys than one such time brings. */
  increment: (key: string, windowMs: number, now = Date.now()): Promise<Count> =>
    db.transaction().execute((tx) => countOne(tx, key, now + windowMs, now)),

  decrement: (key: string): Promise<void> => db.transaction().execute((tx) => takeBack(tx, key)),

  async remove(key: string): Promise<void> {
    await db.transaction().execute((tx) => tx.deleteFrom('limits').where('key', '=', key).execute());
  },
});

export type RateCounters = ReturnType<typeof createRateCounters>;

/** Counts one more within a transaction: see `increment`. A key that is new is counted until `resetsAt`. */
export async function countOne(tx: Db, key: string, resetsAt: number, now: number): Promise<Count> {
  await tx.deleteFrom('limits').where('resetsAt', '<=', now).execute();
  return tx
    .insertInto('limits')
    .values({ key, hits: 1, resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref }) => ({ hits: eb(ref('limits.hits'), '+', 1) })),
    )
    .returning(['hits', 'resetsAt'])
    .executeTakeFirstOrThrow();
}

export async function takeBack(tx: Db, key: string): Promise<void> {
  await tx
    .updateTable('limits')
    .set(({ eb, ref }) => ({ hits: eb(ref('hits'), '-', 1) }))
    .where('key', '=', key)
    .where('hits', '>', 0)
    .execute();
}
