import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { ask } from '../../../test/support/postgres.ts';
import type { Db } from '../engine/database.ts';
import { openMigrated, type Place } from '../engine/migrate.ts';

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
  if (!inject('postgres')) return { dataDir: folder };
  const known = databases.get(folder) ?? lentDatabase();
  databases.set(folder, known);
  return { dataDir: folder, databaseUrl: await known };
}

/** Databases with the site's tables and no rows: to empty one takes a tenth of the time that a new one takes. */
const free: string[] = [];
const EMPTY = ['applications', 'application_files', 'drafts', 'sessions', 'limits']
  .map((table) => `delete from ${table}`)
  .reverse()
  .join(';');

/** A database with the site's tables, given back after the running test. */
async function lentDatabase(): Promise<string> {
  const url = free.pop() ?? (await create(inject('postgres')?.template));
  onTestFinished(async () => {
    await ask(url, EMPTY);
    free.push(url);
  });
  return url;
}

/** An empty PostgreSQL database of the running test's own, removed after it. */
export async function newDatabase(): Promise<string> {
  const url = await create();
  onTestFinished(() => drop(url));
  return url;
}

/** A new database, as its template is. */
async function create(template = 'template1'): Promise<string> {
  const shared = sharedServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await ask(shared, `create database ${name} template ${template} strategy file_copy`);
  return shared.replace(/[^/]*$/u, name);
}

async function drop(url: string): Promise<void> {
  await ask(sharedServer(), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

function sharedServer(): string {
  const shared = inject('postgres');
  if (!shared) throw new Error('these tests run over PostgreSQL alone');
  return shared.url;
}

/** The tables of a place by themselves, closed after the running test. */
export async function testDatabase(place: Place): Promise<Db> {
  const db = await openMigrated(place);
  onTestFinished(() => db.destroy());
  return db;
}
