import {
  CamelCasePlugin,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Logger } from 'pino';
import { succeedOnce } from '../../../lib/async.ts';
import type { Db } from './database.ts';
import { toDatabaseError } from './database-error.ts';
import { openPool } from './postgres-pool.ts';
import type { Tables } from './tables.ts';

/** `server_version_num` of the oldest supported PostgreSQL. */
const MIN_VERSION = 150_000;

type Options = {
  waitMs: number;
  log?: Pick<Logger, 'warn'>;
  /** Runs before the first query. */
  prepare?: (db: Db) => Promise<void>;
};

/**
 * Opens a PostgreSQL database lazily. The first query checks version and encoding and runs `prepare`. If that fails, the query
 * rejects with one line that names `DATABASE_URL` without the password, and the next query retries. `waitMs` limits each query and
 * the wait for a connection.
 */
export function openPostgres(url: string, { waitMs, log, prepare }: Options): Db {
  const pool = openPool(url, { waitMs, log });
  const direct = createKysely(pool);
  const prepareOnce = succeedOnce(async () => {
    try {
      checkServer(await serverFacts(direct));
      await prepare?.(direct);
    } catch (error) {
      throw toDatabaseError(url, error);
    }
  });
  const connect = async () => {
    await prepareOnce();
    return pool.connect();
  };
  return createKysely({ ...pool, connect });
}

const createKysely = (pool: PostgresPool): Db =>
  new Kysely<Tables>({
    dialect: new Dialect({ pool }),
    plugins: [new CamelCasePlugin()],
  });

type ServerFacts = { version: string; number: number; encoding: string };

async function serverFacts(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding
  `.execute(db);
  return rows[0] ?? { version: 'unknown', number: 0, encoding: 'unknown' };
}

export function checkServer({ version, number, encoding }: ServerFacts): void {
  if (number < MIN_VERSION)
    throw new Error(`the server is PostgreSQL ${version}, the site needs 15 or newer`);
  if (encoding !== 'UTF8')
    throw new Error(
      `the database has the encoding ${encoding}, the site needs UTF8: createdb --template template0 --encoding UTF8`,
    );
}

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new Adapter();
  }

  override createQueryCompiler() {
    return new Compiler();
  }
}

/** Disables kysely's migration lock, because `migrate` takes its own lock until its transaction ends. */
class Adapter extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Removes U+0000 from text values, because PostgreSQL cannot store it
 * (https://www.postgresql.org/docs/current/datatype-character.html) and applicants may send it.
 */
class Compiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(typeof value === 'string' ? value.replaceAll('\0', '') : value);
  }
}
