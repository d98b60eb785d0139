import type { Clock } from './engine/clock.ts';
import { type Db, transact, write } from './engine/database.ts';
import type { LimitRow } from './engine/tables.ts';

type Count = Pick<LimitRow, 'hits' | 'resetsAt'>;

/** A counter with its maximum. A client may have several, for its address and its network. */
export type Quota = { key: string; max: number; windowMs: number; isOfNetwork?: boolean };

/**
 * Creates the store for expiring counters, which all processes share. Keys do not identify a person. The window of a key begins
 * with its first hit.
 */
export const createRateCounters = (db: Db, clock: Clock) => ({
  /** Increments a counter. Also deletes expired counters, which bounds their number. */
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

/** Counts `amount` against all quotas or none. Returns the first exceeded one. Locks the counters until the transaction ends. */
export async function takeQuota(
  tx: Db,
  quotas: readonly Quota[],
  amount: number,
  now: number,
): Promise<(Quota & { resetsAt: number }) | undefined> {
  for (const [at, quota] of quotas.entries()) {
    const { key, max, windowMs } = quota;
    const { hits, resetsAt } = await incrementCounter(tx, key, now + windowMs, now, amount);
    if (hits <= max) continue;
    await releaseQuota(tx, quotas.slice(0, at + 1), amount);
    return { ...quota, resetsAt };
  }
  return undefined;
}

export async function releaseQuota(tx: Db, quotas: readonly Quota[], amount: number): Promise<void> {
  for (const { key } of quotas) await decrementCounter(tx, key, amount);
}

/** Increments a counter in one statement. A new or expired counter starts at 0 and expires at `resetsAt`. */
export const incrementCounter = (
  tx: Db,
  key: string,
  resetsAt: number,
  now: number,
  amount = 1,
): Promise<Count> =>
  tx
    .insertInto('limits')
    .values({ key, hits: amount, resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref }) => {
        const isExpired = eb('limits.resetsAt', '<=', now);
        return {
          hits: eb
            .case()
            .when(isExpired)
            .then(amount)
            .else(eb(ref('limits.hits'), '+', amount))
            .end(),
          resetsAt: eb.case().when(isExpired).then(resetsAt).else(ref('limits.resetsAt')).end(),
        };
      }),
    )
    .returning(['hits', 'resetsAt'])
    .executeTakeFirstOrThrow();

/** Deletes expired counters, except those locked by other transactions. */
export async function deleteExpiredCounters(tx: Db, now: number): Promise<void> {
  const expired = tx.selectFrom('limits').select('key').where('resetsAt', '<=', now).forUpdate().skipLocked();
  await tx.deleteFrom('limits').where('key', 'in', expired).execute();
}

async function decrementCounter(tx: Db, key: string, amount = 1): Promise<void> {
  await tx
    .updateTable('limits')
    .set(({ eb, ref }) => ({ hits: eb(ref('hits'), '-', amount) }))
    .where('key', '=', key)
    .where('hits', '>=', amount)
    .execute();
}
