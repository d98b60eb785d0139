import { sql } from 'kysely';
import { newIdentifier } from '../../lib/identifiers.ts';
import { readJson } from '../../lib/read-json.ts';
import type { Clock } from '../engine/clock.ts';
import type { Db } from '../engine/database.ts';
import type { Channel, DeliveryRow, DeliveryState } from '../engine/tables.ts';
import { transact, write } from '../engine/transaction.ts';
import { readReference } from './reference.ts';

/** Attempts that are kept of a delivery: the last ones. */
export const MAX_ATTEMPTS_KEPT = 10;
/** Characters that are kept of an attempt's error. */
export const MAX_ERROR_LENGTH = 300;

/** An attempt that came to an end. `at` in milliseconds since 1970; `error` says why it has to be repeated, or what else to know. */
export type Attempt = { at: number; result: 'delivered' | 'again' | 'refused'; error?: string };

/** A delivery that this process has, until `lease` is another's. */
export type TakenDelivery = Pick<DeliveryRow, 'reference' | 'channel' | 'attempts'> & { lease: string };

/** A delivery as operators see it. Times in milliseconds since 1970. */
export type Delivery = Pick<DeliveryRow, 'reference' | 'channel' | 'state' | 'attempts' | 'createdAt'> & {
  /** When it is tried next, or since when it is being tried. Missing where it is not tried any more. */
  nextAt?: number;
  history: Attempt[];
};

/** The deliveries of a channel that still wait: their number, and when the first of them was sent. */
export type Waiting = { channel: Channel; waiting: number; oldestAt: number };

/** `retries`: how many of `limit` may have been attempted before. */
type Taking = { channels: readonly Channel[]; limit: number; retries?: number; leaseMs: number };
type Settled = Attempt & { nextAt?: number };

/**
 * The outbox. A process takes due deliveries by a lease, renews it while it works and says what came of it; another process
 * takes those whose lease is over. Leases are judged by the store's clock. Only the process that has a row's lease changes it, and
 * each take makes another lease.
 */
export const createDeliveries = (db: Db, clock: Clock) => ({
  /**
   * Takes those that are due: first attempts before retries, the longest waiting first. An application with a file that waits for its
   * virus scan is not forwarded.
   */
  async take(
    { channels, limit, retries = limit, leaseMs }: Taking,
    now = clock.now(),
  ): Promise<TakenDelivery[]> {
    if (limit === 0) return [];
    // Usually nothing is due: skip the write lock.
    const isDue = await dueDeliveries(db, channels, now).limit(1).executeTakeFirst();
    if (!isDue) return [];
    return transact(db, async (tx) => {
      // Rows that another process is taking are not waited for.
      const due = dueDeliveries(tx, channels, now).forUpdate('due').skipLocked();
      const fresh = await due.where('due.attempts', '=', 0).limit(limit).execute();
      const most = Math.min(retries, limit - fresh.length);
      const repeated = most > 0 ? await due.where('due.attempts', '>', 0).limit(most).execute() : [];
      const taken: TakenDelivery[] = [];
      for (const row of [...fresh, ...repeated]) taken.push(await takeOne(tx, row, now + leaseMs));
      return taken;
    });
  },

  /** False where the lease is another process's by now. */
  renew: (taken: TakenDelivery, leaseMs: number, now = clock.now()): Promise<boolean> =>
    change(db, taken, { nextAt: now + leaseMs }),

  /** Gives a delivery back that was not finished: it is due at once, and the attempt does not count. */
  release: (taken: TakenDelivery, now = clock.now()): Promise<boolean> =>
    change(db, taken, { nextAt: now, lease: null, attempts: taken.attempts - 1 }),

  /** Notes an attempt's end; `nextAt` is when it is repeated. False where the lease is another process's by now. */
  settle: (taken: TakenDelivery, { nextAt = 0, ...attempt }: Settled): Promise<boolean> =>
    transact(db, async (tx) => {
      const row = await tx
        .selectFrom('deliveries')
        .select('history')
        .where(({ and }) => and(keyOf(taken)))
        .executeTakeFirst();
      if (!row) return false;
      const error = attempt.error?.slice(0, MAX_ERROR_LENGTH);
      const history = [...readHistory(row), { ...attempt, error }].slice(-MAX_ATTEMPTS_KEPT);
      const state = attempt.result === 'again' ? 'waiting' : attempt.result;
      return changeIn(tx, taken, { state, nextAt, lease: null, history: JSON.stringify(history) });
    }),

  /** All deliveries, those of a state, or those of an application; the oldest application's first. */
  async list({ state, reference }: { state?: DeliveryState; reference?: string } = {}): Promise<Delivery[]> {
    let rows = db
      .selectFrom('deliveries')
      .selectAll()
      .orderBy('createdAt')
      .orderBy('reference')
      .orderBy('channel');
    if (state !== undefined) rows = rows.where('state', '=', state);
    if (reference !== undefined) rows = rows.where('reference', '=', readReference(reference));
    return (await rows.execute()).map(({ lease: _, history, nextAt, ...row }) => ({
      ...row,
      nextAt: row.state === 'waiting' ? nextAt : undefined,
      history: readHistory({ history }),
    }));
  },

  /** Makes those of an application due at once that are not delivered; gives their channels. One that is being tried is left alone. */
  retry: (reference: string, now = clock.now()): Promise<Channel[]> =>
    write(db, async (tx) => {
      const rows = await tx
        .updateTable('deliveries')
        .set({ state: 'waiting', nextAt: now })
        .where('reference', '=', readReference(reference))
        .where('state', '<>', 'delivered')
        .where('lease', 'is', null)
        .returning('channel')
        .execute();
      return rows.map(({ channel }) => channel);
    }),

  /** Whether its sender gets, or has got, a receipt by mail: it goes there, and the mail server has not refused it. */
  async isMailed(reference: string): Promise<boolean> {
    const row = await db
      .selectFrom('deliveries')
      .select('state')
      .where('reference', '=', reference)
      .where('channel', '=', 'mail-applicant')
      .executeTakeFirst();
    return row !== undefined && row.state !== 'refused';
  },

  waiting: (): Promise<Waiting[]> =>
    db
      .selectFrom('deliveries')
      .select(['channel', ({ fn }) => fn.countAll<number>().as('waiting')])
      .select(({ fn }) => fn.min('createdAt').as('oldestAt'))
      .where('state', '=', 'waiting')
      .groupBy('channel')
      .execute(),
});

const dueDeliveries = (db: Db, channels: readonly Channel[], now: number) =>
  db
    .selectFrom('deliveries as due')
    .select(['due.reference', 'due.channel', 'due.attempts'])
    .where('due.state', '=', 'waiting')
    .where('due.nextAt', '<=', now)
    .where('due.channel', 'in', channels)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('due.channel', '<>', 'forward'),
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

/** Gives a lease to a delivery that the transaction has locked. */
async function takeOne(tx: Db, row: Omit<TakenDelivery, 'lease'>, nextAt: number): Promise<TakenDelivery> {
  const taken = { ...row, attempts: row.attempts + 1, lease: newIdentifier() };
  const { reference, channel, attempts, lease } = taken;
  await tx
    .updateTable('deliveries')
    .set({ lease, nextAt, attempts })
    .where('reference', '=', reference)
    .where('channel', '=', channel)
    .execute();
  return taken;
}

const keyOf = ({ reference, channel, lease }: TakenDelivery) => ({ reference, channel, lease });

const change = (db: Db, taken: TakenDelivery, changes: Partial<DeliveryRow>): Promise<boolean> =>
  write(db, (tx) => changeIn(tx, taken, changes));

async function changeIn(tx: Db, taken: TakenDelivery, changes: Partial<DeliveryRow>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set(changes)
    .where(({ and }) => and(keyOf(taken)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const readHistory = ({ history }: Pick<DeliveryRow, 'history'>): Attempt[] =>
  (readJson(history) as Attempt[] | undefined) ?? [];
