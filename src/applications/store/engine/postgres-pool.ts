import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { DatabaseError } from './database-error.ts';

/** Maximum connections of one process. */
export const MAX_CONNECTIONS = 10;

const IDLE_TIMEOUT_MS = 60_000;

/** Difference between the client's and the server's query timeout, so that a live server reports the timeout itself. */
const CLIENT_TIMEOUT_EXTRA_MS = 1000;

/** Time during which queries fail immediately after a client timeout, so that a request with several queries waits only once. */
const PAUSE_MS = 2000;

const KEEP_ALIVE_S = 30;

/** Server settings that detect a dead client machine within about a minute, which releases its locks. */
const KEEPALIVE = { tcp_keepalives_idle: KEEP_ALIVE_S, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 };

/** PostgreSQL's error code for a read-only server, such as the former primary after a failover. */
const READ_ONLY = '25006';

/**
 * PostgreSQL's type id of bigint, which pg returns as text. Safe to convert, because counts, timestamps and sizes are below 2^53.
 */
const INT8 = 20;

type Options = { waitMs: number; log?: Pick<Logger, 'warn'> };

/** Sets the limits of a new connection with statements, because PgBouncer refuses them as startup parameters. */
async function setSessionLimits(client: pg.ClientBase, waitMs: number): Promise<void> {
  const limits = { statement_timeout: waitMs, idle_in_transaction_session_timeout: waitMs, ...KEEPALIVE };
  const statements = Object.entries(limits).map(([name, value]) => `set ${name} = ${value}`);
  await client.query(statements.join('; '));
}

/**
 * Opens a bounded connection pool. `waitMs` limits the wait for a connection and each query. The next query replaces a connection
 * that failed or timed out.
 */
export function openPool(url: string, { waitMs, log }: Options): PostgresPool {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: withLibpqModes(url),
    application_name: 'plinth',
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs + CLIENT_TIMEOUT_EXTRA_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_S * 1000,
    onConnect: (client) => setSessionLimits(client, waitMs),
    stream: () => tracked(new Socket(), sockets),
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    types: { getTypeParser },
  });
  const failures = new WeakMap<pg.ClientBase, Error>();
  let pausedUntil = 0;
  const onSilence = (): void => {
    pausedUntil = performance.now() + PAUSE_MS;
  };
  async function connect(): Promise<PostgresPoolClient> {
    if (performance.now() < pausedUntil) return failed(new Error('the server did not respond recently'));
    return watched(await pool.connect().catch(failed), { failures, waitMs, onSilence });
  }
  // Without these listeners, a lost connection would crash the process, whether busy or idle.
  pool.on('connect', (client) => client.on('error', (error) => failures.set(client, error)));
  pool.on('error', (error) => log?.warn({ reason: error.message }, 'a database connection was lost'));
  return {
    options: pool.options,
    connect,
    async end(): Promise<void> {
      await Promise.race([pool.end(), wait(waitMs, undefined, { ref: false })]);
      // Closes connections that are still being established or whose server is silent.
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Adds a socket to a set until it closes. */
function tracked(socket: Socket, all: Set<Socket>): Socket {
  all.add(socket);
  return socket.once('close', () => all.delete(socket));
}

/**
 * Applies libpq's meaning of `sslmode` (https://www.postgresql.org/docs/current/libpq-ssl.html): `require` encrypts, `verify-full`
 * also verifies the certificate. pg would verify it in both modes.
 */
function withLibpqModes(url: string): string {
  const { searchParams } = new URL(url);
  if (searchParams.has('uselibpqcompat') || !searchParams.has('sslmode')) return url;
  return `${url}&uselibpqcompat=true`;
}

type WatchOptions = { failures: WeakMap<pg.ClientBase, Error>; waitMs: number; onSilence: () => void };

/**
 * Wraps a connection. Discards it after a timeout, because its next response would belong to the earlier query. Also discards it
 * after a read-only error, because a new connection may reach a writable server.
 */
function watched(client: pg.PoolClient, { failures, waitMs, onSilence }: WatchOptions): PostgresPoolClient {
  async function query(text: string, values: unknown[]) {
    const failure = failures.get(client);
    if (failure) return failed(failure);
    const startedAt = performance.now();
    try {
      return await client.query(text, values);
    } catch (error) {
      const hasResponded = error instanceof pg.DatabaseError;
      if (!hasResponded || error.code === READ_ONLY) failures.set(client, error as Error);
      if (!hasResponded && performance.now() - startedAt > waitMs) onSilence();
      return failed(error as Error);
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken) => client.release(isBroken || failures.has(client)),
  };
}

function failed(error: Error): never {
  throw new DatabaseError(error);
}

const getTypeParser: typeof pg.types.getTypeParser = (type, format) =>
  type === INT8 ? Number : pg.types.getTypeParser(type, format);
