import type { Clock } from './engine/clock.ts';
import type { Db } from './engine/database.ts';
import type { LimitRow } from './engine/tables.ts';
import { transact, write } from './engine/transaction.ts';

export type Count = Pick<LimitRow, 'hits' | 'resetsAt'>;

/**
 * Counters that expire, by keys that identify no person. All processes count together. Times are
 * milliseconds since 1970; a key's time begins with its first hit.
 */
export const createRateCounters = (db: Db, clock: Clock) => ({
  /** Counts one more, and forgets all that is over: there are never more keys than one such time brings. */
  increment: (key: string, windowMs: number, now = clock.now()): Promise<Count> =>
    transact(db, async (tx) => {
      await forgetPast(tx, now);
      return countOne(tx, key, now + windowMs, now);
    }),

  decrement: (key: string): Promise<void> => write(db, (tx) => takeBack(tx, key)),

  async remove(key: string): Promise<void> {
    await write(db, (tx) => tx.deleteFrom('limits').where('key', '=', key).execute());
  },
});

export type RateCounters = ReturnType<typeof createRateCounters>;

/**
 * Counts one more within a transaction, in one statement: see `increment`. A key that is new, or whose time is over, is counted
 * until `resetsAt`.
 */
export const countOne = (tx: Db, key: string, resetsAt: number, now: number): Promise<Count> =>
  tx
    .insertInto('limits')
    .values({ key, hits: 1, resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref }) => {
        const isOver = eb('limits.resetsAt', '<=', now);
        return {
          hits: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb(ref('limits.hits'), '+', 1))
            .end(),
          resetsAt: eb.case().when(isOver).then(resetsAt).else(ref('limits.resetsAt')).end(),
        };
      }),
    )
    .returning(['hits', 'resetsAt'])
    .executeTakeFirstOrThrow();

/** Deletes what is over, and leaves to others what they are at. */
export async function forgetPast(tx: Db, now: number): Promise<void> {
  const past = tx.selectFrom('limits').select('key').where('resetsAt', '<=', now).forUpdate().skipLocked();
  await tx.deleteFrom('limits').where('key', 'in', past).execute();
}

export async function takeBack(tx: Db, key: string): Promise<void> {
  await tx
    .updateTable('limits')
    .set(({ eb, ref }) => ({ hits: eb(ref('hits'), '-', 1) }))
    .where('key', '=', key)
    .where('hits', '>', 0)
    .execute();
}
