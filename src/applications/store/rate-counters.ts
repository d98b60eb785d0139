import type { Clock } from './engine/clock.ts';
import { type Db, transactLazily } from './engine/database.ts';
import type { LimitRow } from './engine/tables.ts';

type Count = Pick<LimitRow, 'hits' | 'resetsAt'>;

/** A counter with its maximum, and the amount to count. A counter that `isShared` also counts the client's neighbours. */
export type Quota = { key: string; max: number; windowMs: number; amount: number; isShared: boolean };
type ExceededQuota = Quota & { resetsAt: number };

/** Creates the store of expiring counters, which all processes share. The window of a key begins with its first hit. */
export const createRateCounters = (db: Db, clock: Clock) => ({
  /** Increments a counter. Also deletes expired counters, which bounds their number. */
  increment: (key: string, windowMs: number, now = clock.now()): Promise<Count> =>
    transactLazily(db, async (tx) => {
      await deleteExpiredCounters(tx, now);
      return incrementCounter(tx, key, now + windowMs, now);
    }),

  /** Counts against all quotas or none, like `takeQuotas`. Returns whether they allow it. */
  take: async (quotas: readonly Quota[], createdAt?: number, now = clock.now()): Promise<boolean> =>
    quotas.length === 0 || !(await transactLazily(db, (tx) => takeQuotas(tx, quotas, now, createdAt))),
});

/**
 * Counts against all quotas or none. Returns the first exceeded one. A shared quota, which neighbours may have used up, does not
 * refuse a draft that is older than its window. Locks the counters until the transaction ends.
 */
export async function takeQuotas(
  tx: Db,
  quotas: readonly Quota[],
  now: number,
  createdAt = now,
): Promise<ExceededQuota | undefined> {
  for (const [at, quota] of quotas.entries()) {
    const { key, max, windowMs, amount, isShared } = quota;
    const { hits, resetsAt } = await incrementCounter(tx, key, now + windowMs, now, amount);
    if (hits <= max || (isShared && createdAt < resetsAt - windowMs)) continue;
    await releaseQuotas(tx, quotas.slice(0, at + 1));
    return { ...quota, resetsAt };
  }
  return undefined;
}

/** Counts against all quotas, even beyond their maximums. */
export async function countQuotas(tx: Db, quotas: readonly Quota[], now: number): Promise<void> {
  for (const { key, windowMs, amount } of quotas)
    await incrementCounter(tx, key, now + windowMs, now, amount);
}

export async function releaseQuotas(tx: Db, quotas: readonly Quota[]): Promise<void> {
  for (const { key, amount } of quotas)
    await tx
      .updateTable('limits')
      .set(({ eb, ref }) => ({ hits: eb(ref('hits'), '-', amount) }))
      .where('key', '=', key)
      .where('hits', '>=', amount)
      .execute();
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
