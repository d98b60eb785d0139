import { statSync } from 'node:fs';
import path from 'node:path';
import { DATABASE_FILE } from '../store/database.ts';
import { openStore, type Store } from '../store/index.ts';
import type { Place } from '../store/migrate.ts';

/** Opens the store of a data folder that is there already, and closes it again; a missing one is not created. */
export async function withStore<Result>(
  { dataDir, ...options }: Place,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const file = options.databaseUrl === undefined ? [path.join(dataDir, DATABASE_FILE)] : [];
  for (const place of [dataDir, ...file]) {
    if (!statSync(place, { throwIfNoEntry: false }))
      throw new Error(`no applications: ${place} is not there`);
  }
  const store = await openStore(dataDir, undefined, options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
