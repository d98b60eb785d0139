import type { Clock } from './engine/clock.ts';
import { type Db, transact, write } from './engine/database.ts';
import type { LimitRow } from './engine/tables.ts';

type Count = Pick<LimitRow, 'hits' | 'resetsAt'>;

/**
 * Expiring counters shared by all processes. Keys identify no person. The window of a key begins with its first hit.
 */
export const createRateCounters = (db: Db, clock: Clock) => ({
  /** Also deletes expired counters, which bounds their number. */
  increment: (key: string, windowMs: number, now = clock.now()): Promise<Count> =>
    transact(db, async (tx) => {
      await deleteExpiredCounters(tx, now);
      return incrementCounter(tx, key, now + windowMs, now);
    }),

  decrement: (key: string): Promise<void> => write(db, (tx) => decrementCounter(tx, key)),

  async remove(key: string): Promise<void> {
    await write(db, (tx) => tx.deleteFrom('limits').where('key', '=', key).execute());
  },
});

/**
 * Increments a counter in one statement. A new or expired counter starts at 1 and expires at `resetsAt`.
 */
export const incrementCounter = (tx: Db, key: string, resetsAt: number, now: number): Promise<Count> =>
  tx
    .insertInto('limits')
    .values({ key, hits: 1, resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref }) => {
        const isExpired = eb('limits.resetsAt', '<=', now);
        return {
          hits: eb
            .case()
            .when(isExpired)
            .then(1)
            .else(eb(ref('limits.hits'), '+', 1))
            .end(),
          resetsAt: eb.case().when(isExpired).then(resetsAt).else(ref('limits.resetsAt')).end(),
        };
      }),
    )
    .returning(['hits', 'resetsAt'])
    .executeTakeFirstOrThrow();

/** Skips counters that other transactions have locked. */
export async function deleteExpiredCounters(tx: Db, now: number): Promise<void> {
  const expired = tx.selectFrom('limits').select('key').where('resetsAt', '<=', now).forUpdate().skipLocked();
  await tx.deleteFrom('limits').where('key', 'in', expired).execute();
}

export async function decrementCounter(tx: Db, key: string): Promise<void> {
  await tx
    .updateTable('limits')
    .set(({ eb, ref }) => ({ hits: eb(ref('hits'), '-', 1) }))
    .where('key', '=', key)
    .where('hits', '>', 0)
    .execute();
}
