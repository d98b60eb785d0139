import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { send, textOf } from '../../cli/applications/testing/sent.ts';
import { openDatabase } from '../../store/engine/database.ts';
import { openStore, type Store, type StoreLocation } from '../../store/index.ts';
import { locationIn, readyDraft, temporaryFolder } from '../../store/testing/index.ts';
import { backup, type Job } from '../backup.ts';
import { tableNames } from '../copy-rows.ts';
import { restore } from '../restore.ts';

type Options = Pick<Job, 'sessionSecret'>;

/** A place that no site has used yet, of the engine that the tests run over. */
export const newPlace = async (): Promise<StoreLocation> =>
  locationIn(path.join(await temporaryFolder(), 'data'));

/** A store at a place, closed after the running test. */
export async function storeAt({ dataDir, ...options }: StoreLocation): Promise<Store> {
  const store = await openStore(dataDir, undefined, options);
  onTestFinished(() => store.close());
  return store;
}

/** A site with an application and a draft, and a place for its backup. */
export async function ground(place?: StoreLocation) {
  const own = place ?? (await newPlace());
  const store = await storeAt(own);
  await writeFile(path.join(own.dataDir, 'session-secret'), 'a secret of the tests', { mode: 0o644 });
  const sent = await send(store, { files: [{ name: '计划书.pdf', content: 'abc' }] });
  const draft = await readyDraft(store);
  return { place: own, store, sent, draft, folder: await newFolder() };
}

/** A folder that is not there yet. */
export const newFolder = async (): Promise<string> => path.join(await temporaryFolder(), 'backup');

export async function backUp(place: StoreLocation, folder: string, options: Options = {}) {
  const failures: string[] = [];
  const told = await textOf(backup({ place, folder, ...options }, (message) => failures.push(message)));
  return { told, failures };
}

export const restored = (folder: string, place: StoreLocation, options: Options = {}): Promise<string> =>
  textOf(restore({ place, folder, ...options }));

type Manifest = { files: { path: string; sha256: string; bytes: number }[]; [other: string]: unknown };

export async function changeManifest(folder: string, edit: (manifest: Manifest) => unknown): Promise<void> {
  const file = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  edit(manifest);
  await writeFile(file, JSON.stringify(manifest));
}

/** Changes the tables of a backup, as one would be that was made of such tables. */
export async function changeTables(
  folder: string,
  edit: (db: ReturnType<typeof openDatabase>) => Promise<unknown>,
) {
  const file = path.join(folder, 'plinth.sqlite');
  const db = openDatabase(file);
  await edit(db);
  await db.destroy();
  const content = await readFile(file);
  const sha256 = createHash('sha256').update(content).digest('hex');
  await changeManifest(folder, ({ files }) =>
    Object.assign(files[0] ?? {}, { bytes: content.length, sha256 }),
  );
}

/** All rows of a backup's tables, whatever order they come in. */
export async function rowsIn(folder: string): Promise<Record<string, string[]>> {
  const db = openDatabase(path.join(folder, 'plinth.sqlite'));
  const all: Record<string, string[]> = {};
  for (const name of tableNames) {
    const rows = await db.selectFrom(name).selectAll().execute();
    all[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  await db.destroy();
  return all;
}
