import { statSync } from 'node:fs';
import path from 'node:path';
import { DATABASE_FILE } from '../store/database.ts';
import { openStore, type Store, type StorePlace } from '../store/index.ts';

/** Opens the store of a data folder that is there already, its files in a bucket where one is set, and closes it again. Creates none. */
export async function withStore<Result>(
  { dataDir, ...options }: StorePlace,
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
