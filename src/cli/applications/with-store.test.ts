import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { engine, placeIn, temporaryFolder, testStore } from '../../store/testing/index.ts';
import { send } from './testing/sent.ts';
import { withStore } from './with-store.ts';

const count = async (folder: string) =>
  withStore(await placeIn(folder), async (store) => (await store.applications.list()).length);

describe('the store of a data folder', () => {
  it('that is not there is said not to be there, and not made', async () => {
    const parent = await temporaryFolder();
    const folder = path.join(parent, 'data');
    await expect(count(folder)).rejects.toThrow(`no applications: ${folder} is not there`);
    expect(await readdir(parent)).toEqual([]);
  });

  it.runIf(engine === 'SQLite')('without a database is not made either', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'session-secret'), 'secret');
    const database = path.join(folder, 'plinth.sqlite');
    await expect(count(folder)).rejects.toThrow(`no applications: ${database} is not there`);
    expect(await readdir(folder)).toEqual(['session-secret']);
  });

  it('is read, and left as it was', async () => {
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

  it('is closed again, also after a failure', async () => {
    const folder = await temporaryFolder();
    await testStore(folder);
    let kept: { list: () => Promise<unknown> } | undefined;
    const failing = withStore(await placeIn(folder), async (store) => {
      kept = store.applications;
      throw new Error('in between');
    });
    await expect(failing).rejects.toThrow('in between');
    await expect(kept?.list()).rejects.toThrow(/destroyed/u);
  });

  it.runIf(engine === 'SQLite')('with an invalid database is a failure', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'plinth.sqlite'));
    await expect(count(folder)).rejects.toThrow();
  });
});
