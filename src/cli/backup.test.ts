import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../store/database.ts';
import type { Store } from '../store/index.ts';
import {
  textOf as bytesOf,
  NOW,
  newDraft,
  readyDraft,
  temporaryFolder,
  testStore,
} from '../store/testing/index.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { filesIn, send, sha256Of, textOf } from './testing/sent.ts';

const WRITER = path.join(import.meta.dirname, '../store/testing/writer.ts');

/** A data folder with an application and a draft, and a place for its backup. */
async function ground() {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  await writeFile(path.join(dataDir, 'session-secret'), 'a secret of the tests', { mode: 0o644 });
  const sent = await send(store, { files: [{ name: '计划书.pdf', content: 'abc' }] });
  const draft = await readyDraft(store);
  return { dataDir, store, sent, draft, folder: path.join(await temporaryFolder(), 'backup') };
}

async function backUp(store: Store, dataDir: string, folder: string) {
  const failures: string[] = [];
  const told = await textOf(backup(store, { dataDir, folder }, (message) => failures.push(message)));
  return { told, failures };
}

const restored = async (folder: string, dataDir: string) => textOf(restore({ dataDir, folder }));
const newDataDir = async () => path.join(await temporaryFolder(), 'data');
const isThere = (file: string) => stat(file).then(Boolean, () => false);

describe('a backup', () => {
  it('brings everything back: applications, drafts, files and the secret', async () => {
    const { dataDir, store, sent, draft, folder } = await ground();
    const before = await store.applications.get(sent.reference);
    expect(await backUp(store, dataDir, folder)).toEqual({
      told: `Backed up 1 applications and 2 drafts, 4 files in all, to ${folder}\n`,
      failures: [],
    });
    const target = await newDataDir();
    expect(await restored(folder, target)).toMatch(
      /^Restored 1 applications and 2 drafts, 4 files in all, as of 20/u,
    );
    const again = await testStore(target);
    expect(await again.applications.get(sent.reference)).toEqual(before);
    expect(await bytesOf(again, sent.storedNames[0] ?? '')).toBe('abc');
    const [file] = await again.drafts.files(draft.id);
    expect(await bytesOf(again, file?.storedName ?? '')).toBe('abc');
    expect(await readFile(path.join(target, 'session-secret'), 'utf8')).toBe('a secret of the tests');
    expect((await readdir(target)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('brings the outbox back: what waits is due again, what is delivered stays so', async () => {
    const { dataDir, store, folder } = await ground();
    const channels = ['forward', 'mail-applicant'] as const;
    await send(store, { now: NOW + 1, channels: [...channels] });
    const [first] = await store.deliveries.take({ channels, limit: 2, leaseMs: 60_000 }, NOW + 1);
    if (first) await store.deliveries.settle(first, { at: NOW + 1, result: 'delivered' });
    await backUp(store, dataDir, folder);
    const target = await newDataDir();
    await restored(folder, target);
    const again = await testStore(target);
    expect(await again.deliveries.list()).toEqual(await store.deliveries.list());
    const due = await again.deliveries.take({ channels, limit: 2, leaseMs: 1000 }, NOW + 60_001);
    expect(due.map(({ channel }) => channel)).toEqual(channels.filter((one) => one !== first?.channel));
  });

  it('says what it holds, with the SHA-256 of each file, and is its owner’s alone', async () => {
    const { dataDir, store, folder } = await ground();
    await backUp(store, dataDir, folder);
    const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as {
      files: { path: string; bytes: number; sha256: string }[];
    };
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = found
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    expect(
      manifest.files
        .map((file) => path.join(folder, file.path))
        .concat(path.join(folder, 'manifest.json'))
        .sort(),
    ).toEqual(files.sort());
    expect(
      manifest.files.filter((file) => file.path.startsWith('uploads/')).map(({ sha256 }) => sha256),
    ).toContain(sha256Of('abc'));
    for (const place of [
      folder,
      ...files,
      ...found.filter((entry) => entry.isDirectory()).map((entry) => path.join(entry.parentPath, entry.name)),
    ]) {
      expect((await stat(place)).mode & 0o077).toBe(0);
    }
  });

  it('takes a folder that is empty, and none that is not', async () => {
    const { dataDir, store, folder } = await ground();
    await mkdir(folder);
    await backUp(store, dataDir, folder);
    const before = await filesIn(folder);
    await expect(backUp(store, dataDir, folder)).rejects.toThrow(`${folder} is not empty`);
    expect(await filesIn(folder)).toEqual(before);
  });

  it('has no name before it is whole, and leaves nothing where it fails', async () => {
    const { dataDir, store, sent, folder } = await ground();
    const stored = path.join(dataDir, 'uploads', sent.storedNames[0] ?? '');
    await rm(stored);
    // A folder cannot be read as a file: no fault of the application's.
    await mkdir(stored);
    await expect(backUp(store, dataDir, folder)).rejects.toThrow('EISDIR');
    expect(await readdir(path.dirname(folder))).toEqual([]);
  });

  it('names files of applications that are missing or damaged, and keeps the rest', async () => {
    const { dataDir, store, sent, folder } = await ground();
    const other = await send(store, { now: NOW + 1, files: [{ name: 'b.pdf', content: 'b' }] });
    await rm(path.join(dataDir, 'uploads', sent.storedNames[0] ?? ''));
    await appendFile(path.join(dataDir, 'uploads', other.storedNames[0] ?? ''), 'more');
    const { failures } = await backUp(store, dataDir, folder);
    expect(failures).toEqual([
      `${sent.reference}: 计划书.pdf: the stored file is missing`,
      `${other.reference}: b.pdf: the stored file is not what was sent any more`,
    ]);
    const target = await newDataDir();
    await restored(folder, target);
    expect(await (await testStore(target)).applications.list()).toHaveLength(2);
  });

  it('leaves out a file that a visitor has removed from their draft meanwhile', async () => {
    const { dataDir, store, draft, folder } = await ground();
    await rm(path.join(dataDir, 'uploads', draft.storedName));
    expect((await backUp(store, dataDir, folder)).failures).toEqual([]);
    const target = await newDataDir();
    await restored(folder, target);
    expect(await (await testStore(target)).drafts.files(draft.id)).toEqual([]);
  });
});

describe('a restore', () => {
  /** A backup, and a new data folder that stays empty when its restore fails. */
  async function refused(spoil: (folder: string) => Promise<unknown>, words: RegExp) {
    const { dataDir, store, folder } = await ground();
    await backUp(store, dataDir, folder);
    await spoil(folder);
    const target = await newDataDir();
    await expect(restored(folder, target)).rejects.toThrow(words);
    expect(await isThere(path.join(target, 'plinth.sqlite'))).toBe(false);
    if (await isThere(target)) expect(await filesIn(target)).toEqual({});
  }

  const uploadOf = async (folder: string) =>
    path.join(folder, 'uploads', (await readdir(path.join(folder, 'uploads')))[0] ?? '');
  const change = async (folder: string, edit: (manifest: Record<string, unknown>) => void) => {
    const file = path.join(folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    edit(manifest);
    await writeFile(file, JSON.stringify(manifest));
  };

  it.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
    [
      'a file has changed',
      async (folder) => appendFile(await uploadOf(folder), 'x'),
      /is not what was backed up/u,
    ],
    ['a file is missing', async (folder) => rm(await uploadOf(folder)), /the backup lacks uploads\//u],
    [
      'the database has changed',
      (folder) => appendFile(path.join(folder, 'plinth.sqlite'), 'x'),
      /plinth\.sqlite in the backup is not/u,
    ],
    [
      'there is no manifest',
      (folder) => rm(path.join(folder, 'manifest.json')),
      /no backup: .*manifest\.json is not there/u,
    ],
    [
      'the manifest is none',
      (folder) => writeFile(path.join(folder, 'manifest.json'), '{'),
      /no backup that this version can read/u,
    ],
    [
      'the manifest is of another format',
      (folder) => change(folder, (one) => Object.assign(one, { format: 2 })),
      /no backup that this version/u,
    ],
    [
      'the manifest leads out of the backup',
      (folder) =>
        change(folder, ({ files }) => Object.assign((files as object[])[1] ?? {}, { path: '../x' })),
      /no backup that this version/u,
    ],
    [
      'the manifest names fewer files than the database',
      (folder) => change(folder, (one) => Object.assign(one, { files: (one.files as object[]).slice(0, 1) })),
      /lacks a file of A-/u,
    ],
  ])('is refused, and nothing is in place, where %s', async (_what, spoil, words) => {
    await refused(spoil, words);
  });

  it('is refused where the backup is from a newer version of the site', async () => {
    const { dataDir, store, folder } = await ground();
    const db = openDatabase(path.join(dataDir, 'plinth.sqlite'));
    await db
      .withTables<{ kyselyMigration: { name: string; timestamp: string } }>()
      .insertInto('kyselyMigration')
      .values({ name: '999-later', timestamp: '' })
      .execute();
    await db.destroy();
    await backUp(store, dataDir, folder);
    await expect(restored(folder, await newDataDir())).rejects.toThrow(
      'newer version of the site (999-later)',
    );
  });

  it('touches no data folder that has a database', async () => {
    const { dataDir, store, folder } = await ground();
    await backUp(store, dataDir, folder);
    const before = await store.applications.list();
    await expect(restored(folder, dataDir)).rejects.toThrow('plinth.sqlite is there already');
    expect(await store.applications.list()).toEqual(before);
  });

  it('leaves what else is in the data folder, and what an earlier restore left is gone', async () => {
    const { dataDir, store, folder } = await ground();
    await backUp(store, dataDir, folder);
    const target = await newDataDir();
    await mkdir(path.join(target, 'restore.part'), { recursive: true });
    await mkdir(path.join(target, 'media'));
    await writeFile(path.join(target, 'restore.part', 'half'), '');
    await restored(folder, target);
    expect((await readdir(target)).sort()).toEqual(['media', 'plinth.sqlite', 'session-secret', 'uploads']);
  });

  it('reads a backup that cannot be written', async () => {
    const { dataDir, store, folder } = await ground();
    await backUp(store, dataDir, folder);
    const before = await filesIn(folder);
    await chmod(folder, 0o500);
    await restored(folder, await newDataDir());
    await chmod(folder, 0o700);
    expect(await filesIn(folder)).toEqual(before);
  });
});

describe('a backup while the site runs', () => {
  async function startWriter(dataDir: string): Promise<ChildProcess> {
    const writer = spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void writer.kill('SIGKILL'));
    await once(writer.stdout ?? writer, 'data');
    return writer;
  }

  it('is of one moment: every application in it has all its files, and those sent before are in it', async () => {
    const dataDir = await temporaryFolder();
    const store = await testStore(dataDir);
    await newDraft(store);
    const writer = await startWriter(dataDir);
    const before = (await store.applications.list()).map(({ reference }) => reference);
    const folder = path.join(await temporaryFolder(), 'backup');
    expect((await backUp(store, dataDir, folder)).failures).toEqual([]);
    const after = (await store.applications.list()).length;
    writer.kill('SIGKILL');
    const target = await newDataDir();
    await restored(folder, target);
    const again = await testStore(target);
    const found: string[] = [];
    for await (const { reference, files } of again.applications.all()) {
      found.push(reference);
      expect(files).toHaveLength(2);
      for (const { storedName, bytes } of files) {
        expect((await stat(path.join(target, 'uploads', storedName))).size).toBe(bytes);
      }
    }
    expect(before.filter((reference) => !found.includes(reference))).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(after);
  });
});
