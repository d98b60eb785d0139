import { HOUR_MS } from '../../../lib/days.ts';
import { MAX_SCAN_WAIT_HOURS } from '../../rules/limits.ts';
import type { Clock } from '../engine/clock.ts';
import type { Db } from '../engine/database.ts';
import type { Channel, DeliveryRow, DeliveryState, FileRow } from '../engine/tables.ts';
import { type Attempt, parse, type Recipients } from './deliveries.ts';
import { readReference } from './submit.ts';

/** A delivery as shown to operators. */
export type Delivery = Pick<DeliveryRow, 'reference' | 'channel' | 'state' | 'attempts' | 'createdAt'> & {
  isRunning: boolean;
  /** Files whose virus scan a forward waits for, until `nextAt` at the latest. */
  heldFiles: HeldFile[];
  /** Time of the next attempt, or the end of the current lease. Undefined unless the delivery is waiting. */
  nextAt?: number;
  history: Attempt[];
  recipients: Recipients;
};

type Filter = { state?: DeliveryState; reference?: string };

type HeldFile = Pick<FileRow, 'name' | 'scanReason'>;

/** Waiting deliveries of a channel: their number and the creation time of the oldest. */
type Waiting = { channel: Channel; waiting: number; oldestAt: number };

/** Creates the store's views of the outbox for operators, receipts and metrics. */
export const createDeliveryViews = (db: Db, clock: Clock) => ({
  /** Returns the deliveries of a state or an application, or all, oldest application first. */
  async list({ state, reference }: Filter = {}, now = clock.now()): Promise<Delivery[]> {
    let rows = db.selectFrom('deliveries').selectAll();
    if (state !== undefined) rows = rows.where('state', '=', state);
    if (reference !== undefined) rows = rows.where('reference', '=', readReference(reference));
    const heldFiles = await heldFilesByReference(db);
    return (await rows.orderBy('createdAt').orderBy('reference').orderBy('channel').execute()).map(
      ({ lease, unconfirmed: _, history, recipients, ...row }) => ({
        ...row,
        isRunning: row.state === 'waiting' && lease !== null && row.nextAt > now,
        ...describeWait(row, heldFiles.get(row.reference) ?? [], now),
        history: parse<Attempt[]>(history, []),
        recipients: parse<Recipients>(recipients, {}),
      }),
    );
  },

  /** Whether a receipt was emailed to the applicant or still may be. */
  async isMailed(reference: string): Promise<boolean> {
    const rows = db.selectFrom('deliveries').select('state').where('state', '<>', 'refused');
    const own = rows.where(({ and }) => and({ reference, channel: 'mail-applicant' }));
    return (await own.executeTakeFirst()) !== undefined;
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

type Row = Pick<DeliveryRow, 'channel' | 'state' | 'createdAt' | 'nextAt'>;

/** Returns what a delivery waits for: its next attempt, and the virus scans that may delay it. */
function describeWait({ channel, state, createdAt, nextAt }: Row, held: HeldFile[], now: number) {
  if (state !== 'waiting') return { heldFiles: [], nextAt: undefined };
  const scansEndAt = createdAt + MAX_SCAN_WAIT_HOURS * HOUR_MS;
  const isHeld = channel === 'forward' && held.length > 0 && now < scansEndAt;
  return { heldFiles: isHeld ? held : [], nextAt: isHeld ? Math.max(nextAt, scansEndAt) : nextAt };
}

async function heldFilesByReference(db: Db): Promise<Map<string, HeldFile[]>> {
  const rows = await db
    .selectFrom('applicationFiles')
    .select(['reference', 'name', 'scanReason'])
    .where('scan', '=', 'held')
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, ({ reference }) => reference);
}
