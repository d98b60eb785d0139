import path from 'node:path';
import { sql } from 'kysely';
import { syncFolder } from '../files/disk.ts';
import { isFree, moveTo } from '../lib/copy-file.ts';
import { DATABASE_FILE, type Db } from '../store/engine/database.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import type { StoreLocation } from '../store/index.ts';
import { countsOf } from './copied-database.ts';
import { copyRows, tableNames } from './copy-rows.ts';

/** Throws where a place has tables that a restore would overwrite. Brings those of PostgreSQL up to date, as a start does. */
export async function refuseFilled(place: StoreLocation): Promise<void> {
  if (place.databaseUrl !== undefined) return withDatabase(place, refuseRows);
  for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
    const file = path.join(place.dataDir, name);
    if (!isFree(file)) throw new Error(`${file} is there already: a backup is restored to an empty DATA_DIR`);
  }
}

async function refuseRows(db: Db): Promise<void> {
  const { applications, drafts } = await countsOf(db);
  if (applications + drafts > 0) {
    throw new Error(
      `DATABASE_URL: the database holds ${applications} applications and ${drafts} drafts already: a backup is restored to one without any`,
    );
  }
}

/** Puts the staged database where the site looks for it, or its rows there, all or none. */
export async function placeTables(place: StoreLocation, stage: string): Promise<void> {
  if (place.databaseUrl === undefined) return placeDatabase(place.dataDir, stage);
  // The backup may be older than the tables.
  await withDatabase({ dataDir: stage }, (from) => withDatabase(place, (to) => placeRows(from, to)));
}

async function placeDatabase(dataDir: string, stage: string): Promise<void> {
  const database = path.join(dataDir, DATABASE_FILE);
  if (!(await moveTo(path.join(stage, DATABASE_FILE), database)))
    throw new Error(`${database} is there already: a site has been started meanwhile`);
  await syncFolder(dataDir);
}

/** What a first look at the new site has left, sessions and limits, goes. Who writes meanwhile waits. */
const placeRows = (from: Db, to: Db): Promise<void> =>
  to.transaction().execute(async (tx) => {
    const tables = sql.join(tableNames.map((name) => sql.table(name)));
    await sql`lock table ${tables} in share row exclusive mode`.execute(tx);
    await refuseRows(tx);
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
