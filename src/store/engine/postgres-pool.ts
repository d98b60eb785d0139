import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';

/** Connections that one process holds at most. */
export const MAX_CONNECTIONS = 10;

/** A connection that nobody needs is closed after so long, in milliseconds. */
const IDLE_MS = 60_000;

/** The server says first that a query took too long; a server that says nothing at all is given so much longer, in milliseconds. */
const SILENCE_MS = 1000;

/** PostgreSQL's type numbers of what pg gives as text: counts, times and sizes are whole numbers below 2^53. */
const INT8 = 20;

type Options = { waitMs: number; log?: Pick<Logger, 'warn'> };

/**
 * A bounded pool of connections. Whoever asks waits at most `waitMs` for one, and so long for each answer. One that has died, or
 * has not answered, is replaced by the next question.
 */
export function openPool(url: string, { waitMs, log }: Options): PostgresPool {
  const pool = new pg.Pool({
    connectionString: withLibpqModes(url),
    application_name: 'plinth',
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: waitMs,
    statement_timeout: waitMs,
    idle_in_transaction_session_timeout: waitMs,
    query_timeout: waitMs + SILENCE_MS,
    keepAlive: true,
    types: { getTypeParser },
  });
  // Without a listener the death of a connection that nobody uses would end the process.
  pool.on('error', (error) => log?.warn({ reason: error.message }, 'a connection to the database was lost'));
  return {
    options: pool.options,
    connect: async () => watched(await pool.connect()),
    end: () => pool.end(),
  };
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

/** A connection that is thrown away after it failed to answer: what it would answer next belongs to an earlier question. */
function watched(client: pg.PoolClient): PostgresPoolClient {
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
  };
  client.on('error', fail);
  async function query(text: string, values: unknown[]) {
    if (failure) throw failure;
    try {
      return await client.query(text, values);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) fail(error as Error);
      throw error;
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release(isBroken): void {
      client.off('error', fail);
      client.release(isBroken || failure !== undefined);
    },
  };
}

const getTypeParser: typeof pg.types.getTypeParser = (type, format) =>
  type === INT8 ? Number : pg.types.getTypeParser(type, format);
