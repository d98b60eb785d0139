import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  engine,
  locationIn,
  newDatabase,
  temporaryFolder,
  testStore,
  upload,
} from '../../applications/store/testing/index.ts';
import { withStore } from '../store-location.ts';

it.runIf(engine === 'SQLite')('does not create a store in a folder without a database', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'session-secret'), 'secret');
  const database = path.join(folder, 'plinth.sqlite');
  const opening = withStore(await locationIn(folder), async () => undefined);
  await expect(opening).rejects.toThrow(`no applications: ${database} does not exist`);
  expect(await readdir(folder)).toEqual(['session-secret']);
});

it.runIf(engine === 'PostgreSQL')('does not create tables in a database that no site has used', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(path.join(dataDir, 'uploads'));
  const location = { dataDir, databaseUrl: await newDatabase() };
  for (const _attempt of [1, 2])
    await expect(withStore(location, async () => undefined)).rejects.toThrow('no site has used the database');
});

it('closes the store after a failed command', async () => {
  const folder = await temporaryFolder();
  const storedName = await upload(await testStore(folder));
  let opened: { list: () => Promise<unknown> } | undefined;
  const failing = withStore(await locationIn(folder), async (store) => {
    opened = store.applications;
    throw new Error('in between');
  });
  await expect(failing).rejects.toThrow('in between');
  await expect(opened?.list()).rejects.toThrow(/destroyed/u);
  expect(await readdir(path.join(folder, 'uploads'))).toEqual([storedName]);
});
