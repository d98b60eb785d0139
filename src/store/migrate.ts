import { Migrator } from 'kysely/migration';
import type { Db } from './database.ts';
import { migrations } from './migrations/index.ts';

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
