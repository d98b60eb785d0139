import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import { LOCK_WAIT_MS } from '../../../lib/files.ts';
import { migrations } from '../migrations.ts';
import { DATABASE_FILE, type Db, isPostgres, lockName, openDatabase } from './database.ts';

/** Timeout of one migration, or a wait for another machine's migration. */
const MIGRATION_TIMEOUT_MS = 300_000;

/** Location of the database: PostgreSQL if `databaseUrl` is set, otherwise an SQLite file in `dataDir`. */
export type DatabaseLocation = {
  dataDir: string;
  databaseUrl?: string;
  /** Timeout of a writer that waits for others, and of a query. */
  lockWaitMs?: number;
};

/** Opens a database and migrates it. Creates folder, file and tables if missing. */
export async function openMigrated(location: DatabaseLocation, log?: Pick<Logger, 'warn'>): Promise<Db> {
  const db = await openLazily(location, log);
  try {
    await sql`select 1`.execute(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Opens a database like `openMigrated`, but PostgreSQL may be unavailable. Migrates it before the first successful query. */
export async function openLazily(
  { dataDir, databaseUrl, lockWaitMs: waitMs = LOCK_WAIT_MS }: DatabaseLocation,
  log?: Pick<Logger, 'warn'>,
): Promise<Db> {
  if (databaseUrl !== undefined) {
    // Imported lazily, so that sites without PostgreSQL never load its client.
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(databaseUrl, { waitMs, log, prepare: migrate });
  }
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, DATABASE_FILE);
  let db: Db | undefined;
  try {
    db = openDatabase(file, waitMs);
    await migrate(db);
    return db;
  } catch (error) {
    await db?.destroy();
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Rejects if the database is unavailable or read-only. */
export async function checkWritable(db: Db): Promise<void> {
  // SQLite begins a transaction even if the file is read-only.
  if (!isPostgres(db))
    return db.transaction().execute(async (tx) => void (await sql`delete from limits where 0`.execute(tx)));
  const { rows } = await sql<{ mode: string }>`
    select current_setting('transaction_read_only') as mode
  `.execute(db);
  if (rows[0]?.mode === 'on') throw new Error('the database is read-only');
}

/**
 * Runs all missing migrations in one transaction. Processes and machines that start together wait for each other. Throws if a
 * migration fails or the database was written by a newer version of the site.
 */
export async function migrate(db: Db): Promise<void> {
  const applied = await appliedMigrations(db).catch(() => []);
  if (applied.join() === Object.keys(migrations).join()) return;
  await db
    .withoutPlugins()
    .transaction()
    .execute(async (tx) => {
      // kysely releases its own lock before the commit, when other machines cannot see the new tables yet.
      await lockName(tx, 'tables');
      if (isPostgres(tx)) {
        await checkCreatePrivilege(tx);
        await sql`set local statement_timeout = ${sql.lit(MIGRATION_TIMEOUT_MS)}`.execute(tx);
      }
      const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } });
      const { error } = await migrator.migrateToLatest();
      if (error) throw (await newerVersion(tx)) ?? error;
    });
}

/**
 * Throws if the user cannot create tables. By default, only the owner of a database can since PostgreSQL 15. A failing migration
 * would hide this reason, because kysely continues in the aborted transaction.
 */
async function checkCreatePrivilege(tx: Db): Promise<void> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_schema_privilege(current_schema(), 'create') as may
  `.execute(tx);
  if (!rows[0]?.may)
    throw new Error(
      'the user has no permission to create tables: make it the owner of the database, or grant create on the schema',
    );
}

/** Returns an error if the database has migrations that this version does not know. */
async function newerVersion(tx: Db): Promise<Error | undefined> {
  const unknown = (await appliedMigrations(tx).catch(() => [])).find((name) => !(name in migrations));
  return unknown === undefined
    ? undefined
    : new Error(`the database was written by a newer version of the site (${unknown})`);
}

/** Returns the names of applied migrations in order. Rejects on an empty database. */
async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
