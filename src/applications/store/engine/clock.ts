import { sql } from 'kysely';
import { type Db, isPostgres } from './database.ts';

/** Interval of synchronisations: after a failover, the database may be on another machine. */
const SYNC_INTERVAL_MS = 60_000;
const FIRST_SYNC_RETRY_MS = 1000;

/** Clock for leases, limits and expiry, shared by all machines. */
export type Clock = { now: () => number; stop: () => void };

/**
 * Opens a clock that follows PostgreSQL, because the clocks of machines may differ by minutes. It advances by the monotonic clock
 * between synchronisations. Before the first one, and with SQLite, it is the local clock.
 */
export async function openClock(db: Db): Promise<Clock> {
  if (!isPostgres(db)) return { now: () => Date.now(), stop: () => undefined };
  let last: { time: number; at: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function sync(): Promise<void> {
    last = await readTime(db).catch(() => last);
    if (!isStopped) timer = setTimeout(sync, last ? SYNC_INTERVAL_MS : FIRST_SYNC_RETRY_MS).unref();
  }

  await sync();
  return {
    now: () => (last ? Math.round(last.time + performance.now() - last.at) : Date.now()),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Reads the database time, and the monotonic time `at` the middle of the round trip. */
async function readTime(db: Db) {
  const startedAt = performance.now();
  const { rows } = await sql<{ time: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as time
  `.execute(db);
  return { time: rows[0]?.time ?? Date.now(), at: (startedAt + performance.now()) / 2 };
}
