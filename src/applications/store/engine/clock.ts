import { sql } from 'kysely';
import { type Db, isPostgres } from './database.ts';

/** After a failover the clock may be that of another machine. */
const SYNC_INTERVAL_MS = 60_000;
const FIRST_SYNC_RETRY_MS = 1000;

/** Clock for leases, limits and expiry, the same on all machines. */
export type Clock = {
  now: () => number;
  stop: () => void;
};

/**
 * Follows the clock of PostgreSQL, because machines may differ by minutes. Between synchronizations it advances by the monotonic clock;
 * before the first one it is the local clock. With SQLite it is the local clock.
 */
export async function openClock(db: Db): Promise<Clock> {
  if (!isPostgres(db)) return { now: () => Date.now(), stop: () => undefined };
  let last: Sync | undefined;
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

/** Time of the database, and the monotonic time of this process when it was read. */
type Sync = { time: number; at: number };

/** Assumes that the time was read in the middle of the round trip. */
async function readTime(db: Db): Promise<Sync> {
  const startedAt = performance.now();
  const { rows } = await sql<{ time: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as time
  `.execute(db);
  return { time: rows[0]?.time ?? Date.now(), at: (startedAt + performance.now()) / 2 };
}
