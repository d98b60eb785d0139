import { type ExpressionBuilder, sql } from 'kysely';
import { HOUR_MS } from '../../../lib/days.ts';
import { newIdentifier } from '../../../lib/identifiers.ts';
import { readJson } from '../../../lib/json.ts';
import { MAX_SCAN_WAIT_HOURS } from '../../rules/limits.ts';
import type { Clock } from '../engine/clock.ts';
import { type Db, transact, write } from '../engine/database.ts';
import type { Channel, DeliveryRow, DeliveryState, Tables } from '../engine/tables.ts';
import { normaliseReference } from './applications.ts';

const MAX_HISTORY_LENGTH = 10;
export const MAX_STORED_ERROR_LENGTH = 300;

/** A finished attempt. `again`: it failed and is retried. `error` may also be a note about a successful delivery. */
export type Attempt = { at: number; result: 'delivered' | 'again' | 'refused'; error?: string };

/** Delivery state of each email address that was attempted. */
export type Recipients = Record<string, DeliveryState>;

/** `recipients` has the results of earlier attempts. */
export type AttemptOptions = { signal: AbortSignal; recipients: Recipients };

/** `afterMs`: the receiver's minimum delay of a retry. `isUnconfirmed`: everything was sent, but no reply arrived. */
export type AttemptResult = Pick<Attempt, 'result' | 'error'> & {
  afterMs?: number;
  isUnconfirmed?: boolean;
  recipients?: Recipients;
};

/** A delivery that this process may change as long as the row has the same `lease`. */
export type LeasedDelivery = Pick<DeliveryRow, 'reference' | 'channel' | 'attempts' | 'unconfirmed'> & {
  lease: string;
  recipients: Recipients;
};

/** `retries` is the maximum number of retries within `limit`. */
type LeaseRequest = { channels: readonly Channel[]; limit: number; retries?: number; leaseMs: number };
/** Selects the deliveries to retry: all of an application, or all refused ones. */
type RetryRequest = { reference: string } | { channel?: Channel; since?: number };
type FinishedAttempt = Attempt & Omit<AttemptResult, 'afterMs'> & { nextAt?: number };

/** Creates the outbox. Each lease has a new id, and a delivery with an expired lease is due again by the store's clock. */
export const createOutbox = (db: Db, clock: Clock) => ({
  /** Leases due deliveries: first attempts before retries, then the longest waiting first. */
  async lease(
    { channels, limit, retries = limit, leaseMs }: LeaseRequest,
    now = clock.now(),
  ): Promise<LeasedDelivery[]> {
    if (limit === 0) return [];
    // Skips the write lock if nothing is due, which is usual.
    if (!(await dueDeliveries(db, channels, now).limit(1).executeTakeFirst())) return [];
    return transact(db, async (tx) => {
      // Skips rows locked by another process.
      const due = dueDeliveries(tx, channels, now).forUpdate('due').skipLocked();
      const fresh = await due.where('due.attempts', '=', 0).limit(limit).execute();
      const maxRetries = Math.min(retries, limit - fresh.length);
      const retried =
        maxRetries > 0 ? await due.where('due.attempts', '>', 0).limit(maxRetries).execute() : [];
      const leased: LeasedDelivery[] = [];
      for (const { reference, channel, attempts, ...row } of [...fresh, ...retried]) {
        const changes = { lease: newIdentifier(), attempts: attempts + 1 };
        await tx
          .updateTable('deliveries')
          .set({ ...changes, nextAt: now + leaseMs })
          .where(({ and }) => and({ reference, channel }))
          .execute();
        leased.push({ ...row, ...changes, reference, channel, recipients: parseColumn(row.recipients, {}) });
      }
      return leased;
    });
  },

  /** Returns false if another process has the lease. */
  renew: (delivery: LeasedDelivery, leaseMs: number, now = clock.now()): Promise<boolean> =>
    write(db, (tx) => changeLeased(tx, delivery, { nextAt: now + leaseMs })),

  /** Returns an unfinished delivery to the outbox, due immediately. The attempt does not count. */
  release: (delivery: LeasedDelivery, now = clock.now()): Promise<boolean> =>
    write(db, (tx) =>
      changeLeased(tx, delivery, { nextAt: now, lease: null, attempts: delivery.attempts - 1 }),
    ),

  /** Records a finished attempt. `nextAt` is the time of the retry. Returns false if another process has the lease. */
  recordAttempt: (
    delivery: LeasedDelivery,
    { nextAt = 0, recipients = delivery.recipients, isUnconfirmed = false, ...attempt }: FinishedAttempt,
  ): Promise<boolean> =>
    transact(db, async (tx) => {
      const own = tx.selectFrom('deliveries').select('history').where(hasLease(delivery));
      const row = await own.executeTakeFirst();
      if (!row) return false;
      const finished = { ...attempt, error: attempt.error?.slice(0, MAX_STORED_ERROR_LENGTH) };
      const history = [...parseColumn<Attempt[]>(row.history, []), finished].slice(-MAX_HISTORY_LENGTH);
      return changeLeased(tx, delivery, {
        state: attempt.result === 'again' ? 'waiting' : attempt.result,
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
        .set({ state: 'waiting', nextAt: now, unconfirmed: 0, recipients: waitingRecipients })
        // The process that had an expired lease has ended.
        .where(({ or, eb }) => or([eb('lease', 'is', null), eb('nextAt', '<=', now)]))
        .returning(['reference', 'channel']);
      if ('reference' in request) {
        const reference = normaliseReference(request.reference);
        return retried.where('reference', '=', reference).where('state', '<>', 'delivered').execute();
      }
      const { channel, since = 0 } = request;
      const refused = retried.where('state', '=', 'refused').where('createdAt', '>=', since);
      return (channel === undefined ? refused : refused.where('channel', '=', channel)).execute();
    }),
});

/** Makes refused recipients wait again. */
const waitingRecipients = sql<string>`replace(recipients, '"refused"', '"waiting"')`;

/** Selects what is due. A forward waits at most `MAX_SCAN_WAIT_HOURS` for the virus scan of its files. */
const dueDeliveries = (db: Db, channels: readonly Channel[], now: number) =>
  db
    .selectFrom('deliveries as due')
    .select(['due.reference', 'due.channel', 'due.attempts', 'due.unconfirmed', 'due.recipients'])
    .where('due.state', '=', 'waiting')
    .where('due.nextAt', '<=', now)
    .where('due.channel', 'in', channels)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('due.channel', '<>', 'forward'),
        eb('due.createdAt', '<=', now - MAX_SCAN_WAIT_HOURS * HOUR_MS),
        eb(
          'due.reference',
          'not in',
          selectFrom('applicationFiles').select('reference').where('scan', '=', 'held'),
        ),
      ]),
    )
    .orderBy('due.nextAt')
    .orderBy('due.createdAt');

const hasLease =
  ({ reference, channel, lease }: LeasedDelivery) =>
  ({ and }: ExpressionBuilder<Tables, 'deliveries'>) =>
    and({ reference, channel, lease });

async function changeLeased(
  tx: Db,
  delivery: LeasedDelivery,
  changes: Partial<DeliveryRow>,
): Promise<boolean> {
  const changed = tx.updateTable('deliveries').set(changes).where(hasLease(delivery));
  return (await changed.executeTakeFirst()).numUpdatedRows > 0n;
}

export const parseColumn = <T>(json: string, fallback: T): T => (readJson(json) as T | undefined) ?? fallback;
