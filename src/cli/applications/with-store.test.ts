import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { engine, locationIn, temporaryFolder, testStore, upload } from '../../store/testing/index.ts';
import { withStore } from './with-store.ts';

it.runIf(engine === 'SQLite')('opens no store in a folder without a database and creates none', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'session-secret'), 'secret');
  const database = path.join(folder, 'plinth.sqlite');
  const opening = withStore(await locationIn(folder), async () => undefined);
  await expect(opening).rejects.toThrow(`no applications: ${database} does not exist`);
  expect(await readdir(folder)).toEqual(['session-secret']);
});

it('closes the store of a command after a failure and leaves unknown uploads', async () => {
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
