import { statSync } from 'node:fs';
import path from 'node:path';
import { DATABASE_FILE } from '../../store/engine/database.ts';
import { openStore, type Store, type StorePlace } from '../../store/index.ts';

/** Opens the store of a data folder that is there already, its files in a bucket where one is set, and closes it again. Creates none. */
export async function withStore<Result>(
  place: StorePlace,
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

/** Throws where this machine lacks what a site that has been started has there. */
export function refuseAbsent({ dataDir, ...options }: StorePlace): void {
  for (const place of neededOn(dataDir, options)) {
    if (!statSync(place, { throwIfNoEntry: false }))
      throw new Error(`no applications: ${place} is not there`);
  }
}

/** What this machine itself must have: neither database nor files where both are elsewhere. */
function neededOn(dataDir: string, { databaseUrl, s3 }: Omit<StorePlace, 'dataDir'>): string[] {
  if (databaseUrl === undefined) return [dataDir, path.join(dataDir, DATABASE_FILE)];
  return s3 ? [] : [dataDir];
}
