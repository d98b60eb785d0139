import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { UPLOADS_FOLDER } from '../applications/files/file-store.ts';
import { assertAccess } from '../applications/store/data-folder.ts';
import { DATABASE_FILE } from '../applications/store/engine/database.ts';
import { openStore, type Store, type StoreLocation } from '../applications/store/index.ts';
import { readStoreConfig } from '../config/config.ts';
import { environmentWith } from '../config/environment.ts';
import { LOCK_WAIT_MS } from '../lib/files.ts';
import { callerDir } from './terminal.ts';

/** Reads only the store settings: another invalid setting must not block access to applications. */
export function readStoreSettings(environment = environmentWith({}, {})) {
  const { sessionSecret, ...location } = readStoreConfig(environment);
  const isSet = (name: string): boolean => Boolean(environment[name]?.trim());
  return { location, sessionSecret, isSet, workingDir: callerDir('applications', environment) };
}

export async function withStore<Result>(
  location: StoreLocation,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  await assertStoreExists(location);
  const { dataDir, ...options } = location;
  const store = await openStore(dataDir, undefined, options);
  return use(store).finally(store.close);
}

/** Describes the database, and the folder or bucket of the files, without passwords. */
export function describeLocation({ dataDir, databaseUrl, s3 }: StoreLocation) {
  const { host = '', pathname = path.join(dataDir, DATABASE_FILE) } = databaseUrl ? new URL(databaseUrl) : {};
  const files = s3 ? `bucket ${s3.bucket}/${s3.prefix}` : path.join(dataDir, UPLOADS_FOLDER);
  return { database: `${host}${pathname}`, files };
}

/** A wrong setting would otherwise look like a site without applications. */
export async function assertStoreExists(location: StoreLocation): Promise<void> {
  assertAccess(location);
  const { dataDir, databaseUrl, s3 } = location;
  const missing = [
    databaseUrl === undefined && path.join(dataDir, DATABASE_FILE),
    !s3 && path.join(dataDir, UPLOADS_FOLDER),
  ].find((file) => file && !existsSync(file));
  if (missing) throw new Error(`no applications: ${missing} does not exist`);
  if (databaseUrl !== undefined && (await isUnusedDatabase(databaseUrl)))
    throw new Error('no applications: no site has used the database in DATABASE_URL');
}

async function isUnusedDatabase(databaseUrl: string): Promise<boolean> {
  const { openPostgres } = await import('../applications/store/engine/postgres.ts');
  const db = openPostgres(databaseUrl, { waitMs: LOCK_WAIT_MS });
  try {
    const { rows } = await sql<{ table: string | null }>`
      select to_regclass('kysely_migration') as "table"
    `.execute(db);
    return rows[0]?.table == null;
  } finally {
    await db.destroy();
  }
}
