import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { engine, locationIn, temporaryFolder, testStore } from '../../store/testing/index.ts';
import { send } from './testing/sent.ts';
import { withStore } from './with-store.ts';

const count = async (folder: string) =>
  withStore(await locationIn(folder), async (store) => (await store.applications.list()).length);

describe('withStore', () => {
  it('fails for a missing folder and creates none', async () => {
    const parent = await temporaryFolder();
    const folder = path.join(parent, 'data');
    await expect(count(folder)).rejects.toThrow(`no applications: ${folder} does not exist`);
    expect(await readdir(parent)).toEqual([]);
  });

  it.runIf(engine === 'SQLite')('fails for a folder without a database and creates none', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'session-secret'), 'secret');
    const database = path.join(folder, 'plinth.sqlite');
    await expect(count(folder)).rejects.toThrow(`no applications: ${database} does not exist`);
    expect(await readdir(folder)).toEqual(['session-secret']);
  });

  it('leaves unknown uploads in the folder', async () => {
    const folder = await temporaryFolder();
    const store = await testStore(folder);
    await send(store);
    const orphan = await store.uploads.create();
    orphan.stream.end('left behind');
    await store.uploads.commit(orphan);
    const before = await readdir(path.join(folder, 'uploads'));
    expect(await count(folder)).toBe(1);
    expect(await readdir(path.join(folder, 'uploads'))).toEqual(before);
  });

  it('closes the store after a failure', async () => {
    const folder = await temporaryFolder();
    await testStore(folder);
    let kept: { list: () => Promise<unknown> } | undefined;
    const failing = withStore(await locationIn(folder), async (store) => {
      kept = store.applications;
      throw new Error('in between');
    });
    await expect(failing).rejects.toThrow('in between');
    await expect(kept?.list()).rejects.toThrow(/destroyed/u);
  });

  it.runIf(engine === 'SQLite')('fails for an invalid database', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'plinth.sqlite'));
    await expect(count(folder)).rejects.toThrow();
  });
});
