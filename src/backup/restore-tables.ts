import path from 'node:path';
import { sql } from 'kysely';
import { syncFolder } from '../files/disk.ts';
import { isFree, moveTo } from '../lib/copy-file.ts';
import { DATABASE_FILE, type Db } from '../store/engine/database.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import type { StoreLocation } from '../store/index.ts';
import { copyRows, countsOf, tableNames } from './copy-database.ts';

/** Throws if a restore would overwrite tables. Migrates PostgreSQL. */
export async function checkNoData(place: StoreLocation): Promise<void> {
  if (place.databaseUrl !== undefined) return withDatabase(place, checkNoRows);
  for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
    const file = path.join(place.dataDir, name);
    if (!isFree(file)) throw new Error(`${file} exists: restore to an empty DATA_DIR`);
  }
}

async function checkNoRows(db: Db): Promise<void> {
  const { applications, drafts } = await countsOf(db);
  if (applications + drafts > 0) {
    throw new Error(
      `DATABASE_URL: the database has ${applications} applications and ${drafts} drafts: restore to an empty one`,
    );
  }
}

/** Moves the staged SQLite file into place, or copies its rows to PostgreSQL in one transaction. */
export async function placeTables(place: StoreLocation, stage: string): Promise<void> {
  if (place.databaseUrl === undefined) return placeDatabase(place.dataDir, stage);
  // Also migrates an older backup.
  await withDatabase({ dataDir: stage }, (from) => withDatabase(place, (to) => placeRows(from, to)));
}

async function placeDatabase(dataDir: string, stage: string): Promise<void> {
  const database = path.join(dataDir, DATABASE_FILE);
  if (!(await moveTo(path.join(stage, DATABASE_FILE), database)))
    throw new Error(`${database} exists: a site was started during the restore`);
  await syncFolder(dataDir);
}

/** Deletes sessions and counters that visits of the new site have left. The lock makes writers wait. */
const placeRows = (from: Db, to: Db): Promise<void> =>
  to.transaction().execute(async (tx) => {
    const tables = sql.join(tableNames.map((name) => sql.table(name)));
    await sql`lock table ${tables} in share row exclusive mode`.execute(tx);
    await checkNoRows(tx);
    for (const name of ['sessions', 'limits'] as const) await tx.deleteFrom(name).execute();
    await copyRows(from, tx);
  });

async function withDatabase<T>(place: StoreLocation, use: (db: Db) => Promise<T>): Promise<T> {
  const db = await openMigrated(place);
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
