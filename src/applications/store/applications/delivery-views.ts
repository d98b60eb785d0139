import { HOUR_MS } from '../../../lib/days.ts';
import { MAX_SCAN_WAIT_HOURS } from '../../rules/limits.ts';
import type { Clock } from '../engine/clock.ts';
import type { Db } from '../engine/database.ts';
import type { DeliveryRow, DeliveryState, FileRow } from '../engine/tables.ts';
import { normaliseReference } from './applications.ts';
import { type Attempt, parseColumn, type Recipients } from './deliveries.ts';

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

/** Creates the outbox queries for operators, receipts and metrics. */
export const createDeliveryViews = (db: Db, clock: Clock) => ({
  /** Returns all deliveries, or those in a state or of an application, oldest application first. */
  async list({ state, reference }: Filter = {}, now = clock.now()): Promise<Delivery[]> {
    let rows = db.selectFrom('deliveries').selectAll();
    if (state !== undefined) rows = rows.where('state', '=', state);
    if (reference !== undefined) rows = rows.where('reference', '=', normaliseReference(reference));
    const heldFiles = await heldFilesByReference(db);
    return (await rows.orderBy('createdAt').orderBy('reference').orderBy('channel').execute()).map(
      ({ lease, unconfirmed: _, history, recipients, ...row }) => ({
        ...row,
        isRunning: row.state === 'waiting' && lease !== null && row.nextAt > now,
        ...findHold(row, heldFiles.get(row.reference) ?? [], now),
        history: parseColumn<Attempt[]>(history, []),
        recipients: parseColumn<Recipients>(recipients, {}),
      }),
    );
  },

  /** Whether a receipt was emailed to the applicant or still may be. */
  async isMailed(reference: string): Promise<boolean> {
    const rows = db.selectFrom('deliveries').select('state').where('state', '<>', 'refused');
    const own = rows.where(({ and }) => and({ reference, channel: 'mail-applicant' }));
    return (await own.executeTakeFirst()) !== undefined;
  },

  /** Counts the waiting deliveries per channel, with the creation time of the oldest. */
  waiting: () =>
    db
      .selectFrom('deliveries')
      .select(['channel', ({ fn }) => fn.countAll<number>().as('waiting')])
      .select(({ fn }) => fn.min('createdAt').as('oldestAt'))
      .where('state', '=', 'waiting')
      .groupBy('channel')
      .execute(),
});

type Row = Pick<DeliveryRow, 'channel' | 'state' | 'createdAt' | 'nextAt'>;

/** Returns the time of the next attempt, and the files whose virus scans may delay it. */
function findHold({ channel, state, createdAt, nextAt }: Row, held: HeldFile[], now: number) {
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
