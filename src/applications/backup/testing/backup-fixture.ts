import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { send } from '../../../cli/applications/testing/sent.ts';
import { openDatabase } from '../../store/engine/database.ts';
import type { StoreLocation } from '../../store/index.ts';
import { locationIn, readyDraft, sha256Of, storeAt, temporaryFolder } from '../../store/testing/index.ts';
import { backup } from '../backup.ts';
import { type BackupJob, tableNames } from '../format.ts';
import { restore } from '../restore.ts';

type Options = Pick<BackupJob, 'sessionSecret' | 'showSecret'>;

/** Creates an unused location for the database engine of the running Vitest project. */
export const newLocation = async (): Promise<StoreLocation> =>
  locationIn(path.join(await temporaryFolder(), 'data'));

/** Creates a site with an application and a draft, and a folder for its backup. */
export async function createBackupFixture(location?: StoreLocation) {
  const own = location ?? (await newLocation());
  const store = await storeAt(own);
  await writeFile(path.join(own.dataDir, 'session-secret'), 'a secret of the tests', { mode: 0o644 });
  const sent = await send(store, { files: [{ name: '计划书.pdf', content: 'abc' }] });
  const draft = await readyDraft(store);
  return { location: own, store, sent, draft, folder: await newBackupFolder() };
}

/** Returns a path that does not exist yet. */
export const newBackupFolder = async (): Promise<string> => path.join(await temporaryFolder(), 'backup');

export async function backUp(location: StoreLocation, folder: string, options: Options = {}) {
  const failures: string[] = [];
  const output = await textOf(backup({ location, folder, ...options }, (message) => failures.push(message)));
  return { output, failures };
}

export const restoreBackup = (
  folder: string,
  location: StoreLocation,
  options: Options = {},
): Promise<string> => textOf(restore({ location, folder, ...options }, () => undefined));

type Manifest = { files: { path: string; sha256: string; bytes: number }[]; [other: string]: unknown };

export async function changeManifest(folder: string, edit: (manifest: Manifest) => unknown): Promise<void> {
  const file = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  edit(manifest);
  await writeFile(file, JSON.stringify(manifest));
}

/** Edits the tables of a backup and updates its manifest. */
export async function changeTables(
  folder: string,
  edit: (db: ReturnType<typeof openDatabase>) => Promise<unknown>,
) {
  const file = path.join(folder, 'plinth.sqlite');
  const db = openDatabase(file);
  await edit(db);
  await db.destroy();
  const content = await readFile(file);
  const changes = { bytes: content.length, sha256: sha256Of(content) };
  await changeManifest(folder, ({ files }) => Object.assign(files[0] ?? {}, changes));
}

/** Returns all rows of a backup, sorted. */
export async function readRows(folder: string): Promise<Record<string, string[]>> {
  const db = openDatabase(path.join(folder, 'plinth.sqlite'));
  const all: Record<string, string[]> = {};
  for (const name of tableNames) {
    const rows = await db.selectFrom(name).selectAll().execute();
    all[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  await db.destroy();
  return all;
}
