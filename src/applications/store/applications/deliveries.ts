import { type ExpressionBuilder, sql } from 'kysely';
import { HOUR_MS } from '../../../lib/days.ts';
import { newIdentifier } from '../../../lib/identifiers.ts';
import { readJson } from '../../../lib/json.ts';
import { MAX_SCAN_WAIT_HOURS } from '../../rules/limits.ts';
import type { Clock } from '../engine/clock.ts';
import { type Db, transact, write } from '../engine/database.ts';
import type { Channel, DeliveryRow, DeliveryState, Tables } from '../engine/tables.ts';
import { readReference } from './submit.ts';

/** Maximum attempts in the history of a delivery. Older ones are dropped. */
const MAX_HISTORY_LENGTH = 10;
export const MAX_ERROR_LENGTH = 300;

/**
 * A finished attempt. `again` means that it failed and is retried. `error` is the reason, or a note about a successful delivery.
 */
export type Attempt = { at: number; result: 'delivered' | 'again' | 'refused'; error?: string };

/** State of the delivery to each email address that was attempted. */
export type Recipients = Record<string, DeliveryState>;

/** A delivery that this process may change as long as the row has the same `lease`. */
export type LeasedDelivery = Pick<DeliveryRow, 'reference' | 'channel' | 'attempts' | 'unconfirmed'> & {
  lease: string;
  recipients: Recipients;
};

/** `retries` is the maximum number of retries within `limit`. */
type LeaseRequest = { channels: readonly Channel[]; limit: number; retries?: number; leaseMs: number };
type Finished = Attempt & { nextAt?: number; recipients?: Recipients; isUnconfirmed?: boolean };
/** Selects the deliveries to retry: all of an application, or all refused ones. */
type RetryRequest = { reference: string } | { channel?: Channel; since?: number };

/**
 * Creates the store for the outbox. A process leases due deliveries, renews the leases while it works and records the results. A
 * delivery with an expired lease is due again, according to the store's clock. Each lease has a new id, and only its holder can
 * change the row.
 */
export const createDeliveries = (db: Db, clock: Clock) => ({
  /**
   * Leases due deliveries: first attempts before retries, then the longest waiting first. A forward waits at most
   * `MAX_SCAN_WAIT_HOURS` for the virus scan of its files.
   */
  async lease(
    { channels, limit, retries = limit, leaseMs }: LeaseRequest,
    now = clock.now(),
  ): Promise<LeasedDelivery[]> {
    if (limit === 0) return [];
    // Skips the write lock, because usually nothing is due.
    const isDue = await dueDeliveries(db, channels, now).limit(1).executeTakeFirst();
    if (!isDue) return [];
    return transact(db, async (tx) => {
      // Skips rows locked by another process.
      const due = dueDeliveries(tx, channels, now).forUpdate('due').skipLocked();
      const fresh = await due.where('due.attempts', '=', 0).limit(limit).execute();
      const maxRetries = Math.min(retries, limit - fresh.length);
      const retried =
        maxRetries > 0 ? await due.where('due.attempts', '>', 0).limit(maxRetries).execute() : [];
      const leased: LeasedDelivery[] = [];
      for (const { reference, channel, attempts, ...row } of [...fresh, ...retried]) {
        const held = { lease: newIdentifier(), attempts: attempts + 1 };
        await tx
          .updateTable('deliveries')
          .set({ ...held, nextAt: now + leaseMs })
          .where(({ and }) => and({ reference, channel }))
          .execute();
        leased.push({ ...row, ...held, reference, channel, recipients: parse(row.recipients, {}) });
      }
      return leased;
    });
  },

  /** Returns false if another process holds the lease. */
  renew: (delivery: LeasedDelivery, leaseMs: number, now = clock.now()): Promise<boolean> =>
    write(db, (tx) => change(tx, delivery, { nextAt: now + leaseMs })),

  /** Returns an unfinished delivery to the outbox, due immediately. The attempt does not count. */
  release: (delivery: LeasedDelivery, now = clock.now()): Promise<boolean> =>
    write(db, (tx) => change(tx, delivery, { nextAt: now, lease: null, attempts: delivery.attempts - 1 })),

  /** Records a finished attempt. `nextAt` is the time of the retry. Returns false if another process holds the lease. */
  recordAttempt: (
    delivery: LeasedDelivery,
    { nextAt = 0, recipients = delivery.recipients, isUnconfirmed = false, ...attempt }: Finished,
  ): Promise<boolean> =>
    transact(db, async (tx) => {
      const own = tx.selectFrom('deliveries').select('history').where(isHeldAs(delivery));
      const row = await own.executeTakeFirst();
      if (!row) return false;
      const finished = { ...attempt, error: attempt.error?.slice(0, MAX_ERROR_LENGTH) };
      const history = [...parse<Attempt[]>(row.history, []), finished].slice(-MAX_HISTORY_LENGTH);
      const state = attempt.result === 'again' ? 'waiting' : attempt.result;
      return change(tx, delivery, {
        state,
        nextAt,
        lease: null,
        history: JSON.stringify(history),
        recipients: JSON.stringify(recipients),
        unconfirmed: delivery.unconfirmed + (isUnconfirmed ? 1 : 0),
      });
    }),

  /** Makes undelivered deliveries due immediately, except running ones. */
  retry: (request: RetryRequest, now = clock.now()): Promise<Pick<DeliveryRow, 'reference' | 'channel'>[]> =>
    write(db, (tx) => {
      const retried = tx
        .updateTable('deliveries')
        .set({ state: 'waiting', nextAt: now, unconfirmed: 0, recipients: unrefused })
        // The process that held an expired lease has ended.
        .where(({ or, eb }) => or([eb('lease', 'is', null), eb('nextAt', '<=', now)]))
        .returning(['reference', 'channel']);
      if ('reference' in request) {
        const reference = readReference(request.reference);
        return retried.where('reference', '=', reference).where('state', '<>', 'delivered').execute();
      }
      const { channel, since = 0 } = request;
      const refused = retried.where('state', '=', 'refused').where('createdAt', '>=', since);
      return (channel === undefined ? refused : refused.where('channel', '=', channel)).execute();
    }),
});

const dueDeliveries = (db: Db, channels: readonly Channel[], now: number) =>
  db
    .selectFrom('deliveries as due')
    .select(['due.reference', 'due.channel', 'due.attempts', 'due.unconfirmed', 'due.recipients'])
    .where('due.state', '=', 'waiting')
    .where('due.nextAt', '<=', now)
    .where('due.channel', 'in', channels)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('due.channel', '<>', 'forward'),
        eb('due.createdAt', '<=', now - MAX_SCAN_WAIT_HOURS * HOUR_MS),
        not(
          exists(
            selectFrom('applicationFiles as file')
              .select(sql`1`.as('one'))
              .whereRef('file.reference', '=', 'due.reference')
              .where('file.scan', '=', 'held'),
          ),
        ),
      ]),
    )
    .orderBy('due.nextAt')
    .orderBy('due.createdAt');

const isHeldAs =
  ({ reference, channel, lease }: LeasedDelivery) =>
  ({ and }: ExpressionBuilder<Tables, 'deliveries'>) =>
    and({ reference, channel, lease });

/** Returns false if another process holds the lease. */
async function change(tx: Db, delivery: LeasedDelivery, changes: Partial<DeliveryRow>): Promise<boolean> {
  const changed = tx.updateTable('deliveries').set(changes).where(isHeldAs(delivery));
  return (await changed.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Makes refused recipients wait again. */
const unrefused = sql<string>`replace(recipients, '"refused"', '"waiting"')`;

/** Parses a JSON column. */
export const parse = <T>(json: string, fallback: T): T => (readJson(json) as T | undefined) ?? fallback;
