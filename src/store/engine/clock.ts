import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { isPostgres } from './engine.ts';

/** The database is asked for its time so often, in milliseconds: after a failover it may be another machine's. */
const ASK_EVERY_MS = 60_000;

/** The time by which all machines judge leases, limits and what is out of date. */
export type Clock = {
  /** In milliseconds since 1970. */
  now: () => number;
  stop: () => void;
};

/**
 * The database's clock where it has one: those of the machines may differ by minutes. In between it is counted on by a clock that
 * nobody sets. While the database is away the last answer counts.
 */
export async function openClock(db: Db): Promise<Clock> {
  if (!isPostgres(db)) return { now: () => Date.now(), stop: () => undefined };
  let last = await askTime(db);
  const ask = () =>
    askTime(db).then(
      (answer) => {
        last = answer;
      },
      () => undefined,
    );
  const timer = setInterval(ask, ASK_EVERY_MS).unref();
  return {
    now: () => Math.round(last.time + performance.now() - last.at),
    stop: () => clearInterval(timer),
  };
}

/** The database's time, and the moment of this process at which it was so: the middle of question and answer. */
async function askTime(db: Db): Promise<{ time: number; at: number }> {
  const askedAt = performance.now();
  const { rows } = await sql<{ time: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as time
  `.execute(db);
  return { time: rows[0]?.time ?? Date.now(), at: (askedAt + performance.now()) / 2 };
}
