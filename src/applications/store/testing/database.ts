import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { runSql } from '../../../../test/support/postgres.ts';
import { DATABASE_FILE, type Db } from '../engine/database.ts';
import { type DatabaseLocation, openMigrated } from '../engine/migrate.ts';

/** Engine of the running project. Vitest's project `postgres` repeats these tests over PostgreSQL. */
export const engine = inject('postgres') ? 'PostgreSQL' : 'SQLite';

/** Creates a folder that is removed after the running test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const NOBODY = 65_534;

/** Calls an exported function on a location, in a process that does not run as root. Returns the message of its error. */
export function errorWithoutRoot(module: string, call: string, location: DatabaseLocation): string {
  if (process.getuid?.() === 0) chownSync(location.dataDir, NOBODY, NOBODY);
  // Drops root after the imports, because only root may be able to read the checkout.
  const program = `import { ${call} } from ${JSON.stringify(module)};
    if (process.getuid() === 0) {
      process.setgroups([]);
      process.setgid(${NOBODY});
      process.setuid(${NOBODY});
    }
    await ${call}(${JSON.stringify(location)});`;
  const args = ['--input-type=module', '-e', program];
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return /^Error: (.*)/mu.exec(stderr)?.[1] ?? stderr;
}

let template: Promise<Buffer> | undefined;

/** Writes a migrated SQLite database to a folder that has none, because running the migrations is slow. */
export async function writeTemplate(folder: string): Promise<void> {
  template ??= createTemplate();
  await mkdir(folder, { recursive: true });
  const options = { mode: 0o600, flag: 'wx' };
  await writeFile(path.join(folder, DATABASE_FILE), await template, options).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function createTemplate(): Promise<Buffer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'plinth-store-'));
  await (await openMigrated({ dataDir })).destroy();
  const bytes = await readFile(path.join(dataDir, DATABASE_FILE));
  await rm(dataDir, { recursive: true });
  return bytes;
}

const databases = new Map<string, Promise<string>>();

/** Returns a location with this folder. Over PostgreSQL, it also has a database, which is always the same for one folder. */
export async function locationIn(folder: string): Promise<DatabaseLocation> {
  if (!inject('postgres')) return { dataDir: folder };
  const known = databases.get(folder) ?? borrowDatabase();
  databases.set(folder, known);
  return { dataDir: folder, databaseUrl: await known };
}

/** Pool of migrated databases without rows, because emptying a database is much faster than creating one. */
const free: string[] = [];
const EMPTY = ['applications', 'application_files', 'drafts', 'sessions', 'limits', 'announcements']
  .map((table) => `delete from ${table}`)
  .reverse()
  .join(';');

/** Borrows a migrated database from the pool until the running test ends. */
async function borrowDatabase(): Promise<string> {
  const url = free.pop() ?? (await create(inject('postgres')?.template));
  onTestFinished(async () => {
    await runSql(url, EMPTY);
    free.push(url);
  });
  return url;
}

/** Creates an empty PostgreSQL database that is removed after the running test. */
export async function newDatabase(): Promise<string> {
  const url = await create();
  onTestFinished(() => drop(url));
  return url;
}

async function create(template = 'template1'): Promise<string> {
  const shared = sharedServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runSql(shared, `create database ${name} template ${template} strategy file_copy`);
  return shared.replace(/[^/]*$/u, name);
}

async function drop(url: string): Promise<void> {
  await runSql(sharedServer(), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

function sharedServer(): string {
  const shared = inject('postgres');
  if (!shared) throw new Error('this test needs PostgreSQL');
  return shared.url;
}

/** Opens a migrated database that is closed after the running test. */
export async function testDatabase(location: DatabaseLocation): Promise<Db> {
  const db = await openMigrated(location);
  onTestFinished(() => db.destroy());
  return db;
}
