import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { DatabaseFailure } from './database-failure.ts';
import type { Connections } from './engine.ts';

/** Connections that one process holds at most. */
export const MAX_CONNECTIONS = 10;

/** A connection that nobody needs is closed after so long, in milliseconds. */
const IDLE_MS = 60_000;

/** The server says first that a query took too long; a server that says nothing at all is given so much longer, in milliseconds. */
const SILENCE_MS = 1000;

/** After a silent answer nothing is asked for so long: a request of several queries waits for one of them only. */
const PAUSE_MS = 2000;

/** How long a connection may be silent before either side asks whether the other is still there. */
const KEEP_ALIVE_S = 30;

/** So the server misses a machine that has lost its power within a minute, and lets go of its locks. */
const MISS_THE_DEAD = `-c tcp_keepalives_idle=${KEEP_ALIVE_S} -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3`;

/** PostgreSQL's code for a server that can only be read: after a failover, the one that was the primary. */
const READ_ONLY = '25006';

/** PostgreSQL's type numbers of what pg gives as text: counts, times and sizes are whole numbers below 2^53. */
const INT8 = 20;

type Options = { waitMs: number; log?: Pick<Logger, 'warn'> };

/** What every connection is opened with. Whoever asks waits so long for each answer, in milliseconds. */
export const connectionSettings = (url: string, waitMs: number) => ({
  connectionString: withLibpqModes(url),
  application_name: 'plinth',
  connectionTimeoutMillis: waitMs,
  statement_timeout: waitMs,
  idle_in_transaction_session_timeout: waitMs,
  query_timeout: waitMs + SILENCE_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_S * 1000,
  options: MISS_THE_DEAD,
});

export type Pool = PostgresPool & { counts: () => Connections };

/**
 * A bounded pool of connections. Whoever asks waits at most `waitMs` for one, and so long for each answer. One that has died, or
 * has not answered, is replaced by the next question.
 */
export function openPool(url: string, { waitMs, log }: Options): Pool {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    ...connectionSettings(url, waitMs),
    stream: () => kept(new Socket(), sockets),
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    types: { getTypeParser },
  });
  const failures = new WeakMap<pg.ClientBase, Error>();
  let pausedUntil = 0;
  const onSilence = (): void => {
    pausedUntil = performance.now() + PAUSE_MS;
  };
  async function connect(): Promise<PostgresPoolClient> {
    if (performance.now() < pausedUntil) return failed(new Error('the server has just been silent'));
    return watched(await pool.connect().catch(failed), { failures, waitMs, onSilence });
  }
  // Without these listeners the death of a connection would end the process: that of one at work, also in the very moment in
  // which it is handed out, and that of an idle one.
  pool.on('connect', (client) => client.on('error', (error) => failures.set(client, error)));
  pool.on('error', (error) => log?.warn({ reason: error.message }, 'a connection to the database was lost'));
  return {
    options: pool.options,
    connect,
    counts: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async end(): Promise<void> {
      await Promise.race([pool.end(), wait(waitMs, undefined, { ref: false })]);
      // Connections that were never made whole, or whose server is silent.
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A socket that is in a set as long as it is open. */
function kept(socket: Socket, all: Set<Socket>): Socket {
  all.add(socket);
  return socket.once('close', () => all.delete(socket));
}

/**
 * `sslmode` means what it means to PostgreSQL's own programs (https://www.postgresql.org/docs/current/libpq-ssl.html): `require`
 * encrypts, `verify-full` also looks at the certificate. pg would take both for the latter.
 */
function withLibpqModes(url: string): string {
  const { searchParams } = new URL(url);
  if (searchParams.has('uselibpqcompat') || !searchParams.has('sslmode')) return url;
  return `${url}&uselibpqcompat=true`;
}

type Watch = { failures: WeakMap<pg.ClientBase, Error>; waitMs: number; onSilence: () => void };

/**
 * A connection that is thrown away after it failed to answer, because what it would answer next belongs to an earlier question; and
 * one that cannot write, because the next one may lead to a server that can.
 */
function watched(client: pg.PoolClient, { failures, waitMs, onSilence }: Watch): PostgresPoolClient {
  async function query(text: string, values: unknown[]) {
    const failure = failures.get(client);
    if (failure) return failed(failure);
    const startedAt = performance.now();
    try {
      return await client.query(text, values);
    } catch (error) {
      const hasAnswered = error instanceof pg.DatabaseError;
      if (!hasAnswered || error.code === READ_ONLY) failures.set(client, error as Error);
      if (!hasAnswered && performance.now() - startedAt > waitMs) onSilence();
      return failed(error as Error);
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken) => client.release(isBroken || failures.has(client)),
  };
}

function failed(error: Error): never {
  throw new DatabaseFailure(error);
}

const getTypeParser: typeof pg.types.getTypeParser = (type, format) =>
  type === INT8 ? Number : pg.types.getTypeParser(type, format);
