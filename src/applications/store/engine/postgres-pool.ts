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

/** PostgreSQL's type id of bigint, which pg returns as text. Safe to convert, because counts, timestamps and sizes are below 2^53. */
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
  const failures = new WeakMap<pg.ClientBase, Error>();
  let pausedUntil = 0;
  const pool = new pg.Pool({
    connectionString: withLibpqModes(url),
    application_name: 'plinth',
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs + CLIENT_TIMEOUT_EXTRA_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_S * 1000,
    onConnect: (client) => setSessionLimits(client, waitMs),
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    types: { getTypeParser },
  });
  // Without these listeners, a lost connection would crash the process, whether busy or idle.
  pool.on('connect', (client) => client.on('error', (error) => failures.set(client, error)));
  pool.on('error', (error) => log?.warn({ reason: error.message }, 'a database connection was lost'));

  /**
   * Runs a query. Discards the connection after a timeout, because its next response would belong to this query, and after a
   * read-only error, because a new connection may reach a writable server.
   */
  async function runQuery(client: pg.PoolClient, text: string, values: unknown[]) {
    const failure = failures.get(client);
    if (failure) return throwAsDatabaseError(failure);
    const startedAt = performance.now();
    try {
      return await client.query(text, values);
    } catch (error) {
      const hasResponded = error instanceof pg.DatabaseError;
      if (!hasResponded || error.code === READ_ONLY) failures.set(client, error as Error);
      const now = performance.now();
      if (!hasResponded && now - startedAt > waitMs) pausedUntil = now + PAUSE_MS;
      return throwAsDatabaseError(error as Error);
    }
  }

  return {
    options: pool.options,
    async connect(): Promise<PostgresPoolClient> {
      if (performance.now() < pausedUntil)
        return throwAsDatabaseError(new Error('the server did not respond recently'));
      const client = await pool.connect().catch(throwAsDatabaseError);
      const query = (text: string, values: unknown[]) => runQuery(client, text, values);
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (isBroken) => client.release(isBroken || failures.has(client)),
      };
    },
    async end(): Promise<void> {
      await Promise.race([pool.end(), wait(waitMs, undefined, { ref: false })]);
      // Closes connections that are still being established or whose server is silent.
      for (const socket of sockets) socket.destroy();
    },
  };
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

function throwAsDatabaseError(error: Error): never {
  throw new DatabaseError(error);
}

const getTypeParser: typeof pg.types.getTypeParser = (type, format) =>
  type === INT8 ? Number : pg.types.getTypeParser(type, format);
