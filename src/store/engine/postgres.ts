import { CamelCasePlugin, Kysely, PostgresDialect, PostgresQueryCompiler, sql } from 'kysely';
import type { Logger } from 'pino';
import { succeedOnce } from '../../lib/succeed-once.ts';
import type { Db } from './database.ts';
import { ServerAdapter } from './engine.ts';
import { openFailure } from './postgres-failure.ts';
import { openPool, type Pool } from './postgres-pool.ts';
import { type OnQuery, queryLog } from './query-log.ts';
import type { Tables } from './tables.ts';

/** PostgreSQL's `server_version_num` of the oldest version that the site runs with. */
const OLDEST = 150_000;

type Options = {
  waitMs: number;
  log?: Pick<Logger, 'warn'>;
  /** Makes the database ready before the first query. */
  prepare?: (db: Db) => Promise<void>;
  onQuery?: OnQuery;
};

/**
 * A PostgreSQL database by its URL. Its version is asked, and `prepare` done, before the first query: where that fails the query
 * rejects with one line that names `DATABASE_URL`, and never the password, and the next one tries again. A query, and the wait for a
 * connection, end after `waitMs`.
 */
export function openPostgres(url: string, { waitMs, log, prepare, onQuery }: Options): Db {
  const pool = openPool(url, { waitMs, log });
  const direct = over(pool);
  const begin = succeedOnce(async () => {
    try {
      refuseOld(await versionOf(direct));
      await prepare?.(direct);
    } catch (error) {
      throw openFailure(url, error);
    }
  });
  const connect = async () => {
    await begin();
    return pool.connect();
  };
  return over({ ...pool, connect }, onQuery);
}

const over = (pool: Pool, onQuery?: OnQuery): Db =>
  new Kysely<Tables>({
    dialect: new Dialect(pool),
    plugins: [new CamelCasePlugin()],
    log: queryLog(onQuery),
  });

async function versionOf(db: Db): Promise<{ version: string; number: number }> {
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number
  `.execute(db);
  return rows[0] ?? { version: 'unknown', number: 0 };
}

/** Throws where the server is older than the site needs. */
export function refuseOld({ version, number }: { version: string; number: number }): void {
  if (number < OLDEST) throw new Error(`the server is PostgreSQL ${version}, the site needs 15 or newer`);
}

class Dialect extends PostgresDialect {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createAdapter() {
    return new ServerAdapter(this.#pool.counts);
  }

  override createQueryCompiler() {
    return new Compiler();
  }
}

/**
 * PostgreSQL keeps no U+0000 in a text (https://www.postgresql.org/docs/current/datatype-character.html), and visitors may send
 * one: it goes, as it does from what is sent.
 */
class Compiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(typeof value === 'string' ? value.replaceAll('\0', '') : value);
  }
}
