import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { ask } from '../../../test/support/postgres.ts';
import type { Db } from '../database.ts';
import { openMigrated, type Place } from '../migrate.ts';

/** The engine that these tests run over: vitest's project `postgres` runs them a second time. */
export const engine = inject('postgres') ? 'PostgreSQL' : 'SQLite';

/** A folder of the running test's own, removed after it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const databases = new Map<string, Promise<string>>();

/** A folder, with a database of its own where the tests run over PostgreSQL: the same one as often as the folder is named. */
export async function placeIn(folder: string): Promise<Place> {
  const shared = inject('postgres');
  if (!shared) return { dataDir: folder };
  const known = databases.get(folder) ?? newDatabase(shared.template);
  databases.set(folder, known);
  return { dataDir: folder, databaseUrl: await known };
}

/** A new PostgreSQL database, removed after the running test: a copy of the one with the site's tables, or an empty one. */
export async function newDatabase(template = 'template1'): Promise<string> {
  const shared = inject('postgres');
  if (!shared) throw new Error('these tests run over PostgreSQL alone');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await ask(shared.url, `create database ${name} template ${template} strategy file_copy`);
  onTestFinished(async () => {
    await ask(shared.url, `drop database ${name} with (force)`);
  });
  return shared.url.replace(/[^/]*$/u, name);
}

/** The tables of a place by themselves, closed after the running test. */
export async function testDatabase(place: Place): Promise<Db> {
  const db = await openMigrated(place);
  onTestFinished(() => db.destroy());
  return db;
}
