import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Migrator } from 'kysely/migration';
import { DATABASE_FILE, type Db, openDatabase } from './database.ts';
import { migrations } from './migrations/index.ts';

/** Opens the database of a data folder with its tables up to date, and makes what is missing of both. */
export async function openMigrated(dataDir: string, lockWaitMs?: number): Promise<Db> {
  await mkdir(dataDir, { recursive: true });
  const db = openDatabase(path.join(dataDir, DATABASE_FILE), lockWaitMs);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Brings the tables up to date, all steps or none, in one transaction: processes that start together wait for each
 * other. Throws where a step fails, or where the database was written by a newer version of the site.
 */
export async function migrate(db: Db): Promise<void> {
  await db
    .withoutPlugins()
    .transaction()
    .execute(async (tx) => {
      const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    });
}
