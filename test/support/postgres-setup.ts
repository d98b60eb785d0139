import type { TestProject } from 'vitest/node';
import { openMigrated } from '../../src/store/engine/migrate.ts';
import { startPostgres } from './postgres.ts';

/** A server that all tests of a run share, and the database with the site's tables that theirs are copies of. */
export type SharedPostgres = { url: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres?: SharedPostgres;
  }
}

const TEMPLATE = 'plinth_template';

/** Starts one PostgreSQL for all tests that run over it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase(TEMPLATE);
  await (await openMigrated({ dataDir: '', databaseUrl })).destroy();
  project.provide('postgres', { url: server.urlOf('postgres'), template: TEMPLATE });
  return () => server.stop();
}
