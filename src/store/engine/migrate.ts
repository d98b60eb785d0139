import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import { LOCK_WAIT_MS } from '../../lib/sqlite.ts';
import { migrations } from '../migrations/index.ts';
import { DATABASE_FILE, type Db, openDatabase } from './database.ts';
import { isPostgres } from './engine.ts';
import { lockName } from './locks.ts';
import type { OnQuery } from './query-log.ts';

/** How long a step of the tables, and the wait for another machine that takes it, may last, in milliseconds. */
const STEP_MS = 300_000;

/** Where the tables are: in PostgreSQL where `databaseUrl` is set, else in SQLite's file in the data folder. */
export type Place = {
  dataDir: string;
  databaseUrl?: string;
  /** How long a writer waits for others, and a query for its answer, in milliseconds. */
  lockWaitMs?: number;
  onQuery?: OnQuery;
};

/** Opens the database of a place with its tables up to date, and makes what is missing of folder, file and tables. */
export async function openMigrated(place: Place, log?: Pick<Logger, 'warn'>): Promise<Db> {
  const db = await openUnasked(place, log);
  try {
    await sql`select 1`.execute(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** The same, but a PostgreSQL may be away: its tables are brought up to date before the first query that it answers. */
export async function openUnasked(
  { dataDir, databaseUrl, lockWaitMs: waitMs = LOCK_WAIT_MS, onQuery }: Place,
  log?: Pick<Logger, 'warn'>,
): Promise<Db> {
  if (databaseUrl !== undefined) {
    // Sites without PostgreSQL start without loading its client.
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(databaseUrl, { waitMs, log, prepare: migrate, onQuery });
  }
  await mkdir(dataDir, { recursive: true });
  const db = openDatabase(path.join(dataDir, DATABASE_FILE), waitMs, onQuery);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Rejects where the database does not answer, or can only be read. */
export async function askDatabase(db: Db): Promise<void> {
  if (!isPostgres(db)) return void (await sql`select 1`.execute(db));
  const { rows } = await sql<{ mode: string }>`
    select current_setting('transaction_read_only') as mode
  `.execute(db);
  if (rows[0]?.mode === 'on') throw new Error('the database can only be read');
}

/**
 * Brings the tables up to date, all steps or none, in one transaction: processes and machines that start together wait for each
 * other. Throws where a step fails, or where the database was written by a newer version of the site.
 */
export async function migrate(db: Db): Promise<void> {
  const taken = await stepsOf(db).catch(() => []);
  if (taken.join() === Object.keys(migrations).join()) return;
  await db
    .withoutPlugins()
    .transaction()
    .execute(async (tx) => {
      // kysely's own lock is given back before the transaction ends: another machine would not see the new tables yet.
      await lockName(tx, 'tables');
      if (isPostgres(tx)) {
        await refuseWithoutRight(tx);
        await sql`set local statement_timeout = ${sql.lit(STEP_MS)}`.execute(tx);
      }
      const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } });
      const { error } = await migrator.migrateToLatest();
      if (error) throw (await newerVersion(tx)) ?? error;
    });
}

/**
 * Since PostgreSQL 15 only the owner of a database may create tables in it. A step that fails by that hides why: kysely asks on in a
 * transaction that is over.
 */
async function refuseWithoutRight(tx: Db): Promise<void> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_schema_privilege(current_schema(), 'create') as may
  `.execute(tx);
  if (!rows[0]?.may)
    throw new Error('its user may not create tables: let it own the database, or grant create on its schema');
}

/** What to say of tables that have taken a step which this version does not know; undefined where that is not what failed. */
async function newerVersion(tx: Db): Promise<Error | undefined> {
  const unknown = (await stepsOf(tx).catch(() => [])).find((name) => !(name in migrations));
  return unknown === undefined
    ? undefined
    : new Error(`the database was written by a newer version of the site (${unknown})`);
}

/** The steps that the tables have taken, in order; rejects where there are none yet. */
async function stepsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
