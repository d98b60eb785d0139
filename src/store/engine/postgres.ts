import {
  CamelCasePlugin,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../database.ts';
import type { Tables } from '../tables.ts';
import { openFailure } from './postgres-failure.ts';
import { openPool } from './postgres-pool.ts';

/** PostgreSQL's `server_version_num` of the oldest version that the site runs with. */
const OLDEST = 150_000;

type Options = { waitMs: number; log?: Pick<Logger, 'warn'> };

/**
 * Opens a PostgreSQL database by its URL; nothing in it changes. Rejects with one line that names `DATABASE_URL`, and never the
 * password, where it cannot be reached or is too old. A query, and the wait for a connection, end after `waitMs`.
 */
export async function openPostgres(url: string, { waitMs, log }: Options): Promise<Db> {
  const db = new Kysely<Tables>({
    dialect: new Dialect({ pool: openPool(url, { waitMs, log }) }),
    plugins: [new CamelCasePlugin()],
  });
  try {
    refuseOld(await versionOf(db));
    return db;
  } catch (error) {
    await db.destroy();
    throw openFailure(url, error);
  }
}

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
  override createAdapter() {
    return new Adapter();
  }

  override createQueryCompiler() {
    return new Compiler();
  }
}

/** `migrate` has a lock of its own, which lasts until its transaction ends. */
class Adapter extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
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
