import { sql } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './engine.ts';

/** The database is asked for its time so often, in milliseconds: after a failover it may be another machine's. */
const ASK_EVERY_MS = 60_000;
/** While it has not told its time yet, it is asked again so soon, in milliseconds. */
const ASK_AGAIN_MS = 1000;

/** The time by which all machines judge leases, limits and what is out of date. */
export type Clock = {
  /** In milliseconds since 1970. */
  now: () => number;
  stop: () => void;
};

/**
 * The database's clock where it has one: those of the machines may differ by minutes. In between it is counted on by a clock that
 * nobody sets. While the database is away the last answer counts, and before the first one this machine's own clock.
 */
export async function openClock(db: Db): Promise<Clock> {
  if (!isPostgres(db)) return { now: () => Date.now(), stop: () => undefined };
  let last: Moment | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function ask(): Promise<void> {
    last = await askTime(db).catch(() => last);
    if (!isOver) timer = setTimeout(ask, last ? ASK_EVERY_MS : ASK_AGAIN_MS).unref();
  }

  await ask();
  return {
    now: () => (last ? Math.round(last.time + performance.now() - last.at) : Date.now()),
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** The database's time in milliseconds since 1970, and the moment of this process at which it was so. */
type Moment = { time: number; at: number };

/** The moment is the middle of question and answer. */
async function askTime(db: Db): Promise<Moment> {
  const askedAt = performance.now();
  const { rows } = await sql<{ time: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as time
  `.execute(db);
  return { time: rows[0]?.time ?? Date.now(), at: (askedAt + performance.now()) / 2 };
}
