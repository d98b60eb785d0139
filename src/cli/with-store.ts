import { statSync } from 'node:fs';
import path from 'node:path';
import { DATABASE_FILE } from '../store/database.ts';
import { openStore, type Store } from '../store/index.ts';
import type { S3Settings } from '../store-settings.ts';

/** Opens the store of a data folder that is there already, its files in `s3` if set, and closes it again. Creates none. */
export async function withStore<Result>(
  dataDir: string,
  use: (store: Store) => Promise<Result>,
  s3?: S3Settings,
): Promise<Result> {
  for (const place of [dataDir, path.join(dataDir, DATABASE_FILE)]) {
    if (!statSync(place, { throwIfNoEntry: false }))
      throw new Error(`no applications: ${place} is not there`);
  }
  const store = await openStore(dataDir, undefined, { s3 });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
