import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UPLOADS_FOLDER } from '../../src/applications/files/file-store.ts';
import { DATABASE_FILE } from '../../src/applications/store/engine/database.ts';
import type { Site } from './site.ts';
import { retryUntilDone } from './until.ts';

/** Causes a failure of a site's store from outside the site. Returns a repair function. */
export type Fault = (site: Pick<Site, 'dataDir'>) => Promise<() => Promise<unknown>>;

/** Acts while the store of a site fails. */
export async function during<T>(fault: Fault, site: Site, act: () => Promise<T>): Promise<T> {
  const repair = await fault(site);
  return act().finally(repair);
}

/** Runs SQL on another connection. Retries, because waiting for the lock would block the site, which is in this process. */
export const executeSql = ({ dataDir }: Pick<Site, 'dataDir'>, sql: string): Promise<void> =>
  retryUntilDone(async () => {
    using database = new DatabaseSync(path.join(dataDir, DATABASE_FILE));
    database.exec(sql);
  });

const sqlFault =
  (cause: string, repair: string): Fault =>
  async (site) => {
    await executeSql(site, cause);
    return () => executeSql(site, repair);
  };

/** Rejects statements, such as `insert on drafts`. */
export const rejecting = (statements: string): Fault =>
  sqlFault(
    `create trigger fault before ${statements} begin select raise(abort, 'database disk image is malformed'); end`,
    'drop trigger fault',
  );

/** Makes a table unreadable. */
export const missing = (table: string): Fault =>
  sqlFault(`alter table ${table} rename to hidden`, `alter table hidden rename to ${table}`);

/** Blocks all writers. */
export const locked: Fault = async ({ dataDir }) => {
  const database = new DatabaseSync(path.join(dataDir, DATABASE_FILE));
  await retryUntilDone(async () => database.exec('begin immediate'));
  return async () => database.close();
};

const withoutUploads =
  (replace: (folder: string) => Promise<void>): Fault =>
  async ({ dataDir }) => {
    const folder = path.join(dataDir, UPLOADS_FOLDER);
    await rename(folder, `${folder}.away`);
    await replace(folder);
    return async () => {
      await rm(folder);
      await rename(`${folder}.away`, folder);
    };
  };

/** Makes all writes of files fail. */
export const brokenUploads = withoutUploads((folder) => writeFile(folder, ''));

/** Leaves no space for files: `/proc` reports no free bytes. */
export const fullDisk = withoutUploads((folder) => symlink('/proc', folder));
