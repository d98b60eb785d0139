import type { TestProject } from 'vitest/node';
import { openMigrated } from '../../src/applications/store/engine/migrate.ts';
import { startPostgres } from './postgres.ts';

/** PostgreSQL server of a test run. `template`: migrated database that tests copy. */
type SharedPostgres = { url: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres?: SharedPostgres;
  }
}

const TEMPLATE = 'plinth_template';

/** Starts one PostgreSQL for all tests of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase(TEMPLATE);
  await (await openMigrated({ dataDir: '', databaseUrl })).destroy();
  project.provide('postgres', { url: server.urlOf('postgres'), template: TEMPLATE });
  return () => server.stop();
}
