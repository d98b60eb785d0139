import { statSync } from 'node:fs';
import path from 'node:path';
import { DATABASE_FILE } from '../../store/engine/database.ts';
import { openStore, type Store, type StoreLocation } from '../../store/index.ts';

/** Opens an existing store while `use` runs. Creates none. */
export async function withStore<Result>(
  place: StoreLocation,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  refuseAbsent(place);
  const { dataDir, ...options } = place;
  const store = await openStore(dataDir, undefined, options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Throws if this machine lacks a file or folder of a site that has been started. */
export function refuseAbsent({ dataDir, databaseUrl, s3 }: StoreLocation): void {
  const needed = [
    ...(databaseUrl === undefined || !s3 ? [dataDir] : []),
    ...(databaseUrl === undefined ? [path.join(dataDir, DATABASE_FILE)] : []),
  ];
  for (const place of needed) {
    if (!statSync(place, { throwIfNoEntry: false }))
      throw new Error(`no applications: ${place} does not exist`);
  }
}
