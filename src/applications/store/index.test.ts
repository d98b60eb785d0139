import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from './index.ts';
import {
  engine,
  locationIn,
  NOW,
  readyDraft,
  temporaryFolder,
  testStore,
  textOf,
  values,
} from './testing/index.ts';

it('keeps all data across a restart', async () => {
  const folder = path.join(await temporaryFolder(), 'a', 'b');
  const { dataDir, ...options } = await locationIn(folder);
  const first = await openStore(dataDir, undefined, options);
  const [open, sent] = [await readyDraft(first), await readyDraft(first)];
  const receipt = await first.applications.submit(sent.id, sent.submitKey, values, { now: NOW });
  const before = [await first.drafts.get(open.id), await first.drafts.files(open.id)];
  await first.close();
  const second = await testStore(folder);
  expect([await second.drafts.get(open.id), await second.drafts.files(open.id)]).toEqual(before);
  expect(await second.drafts.fields(open.id)).toEqual(values);
  expect(await textOf(second, open.storedName)).toBe('abc');
  const again = await second.applications.submit(sent.id, sent.submitKey, values, { now: NOW });
  expect(again).toEqual({ ...receipt, isNew: false });
});

it.runIf(engine === 'SQLite')('fails to open a store if its database file is invalid', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'plinth.sqlite'), 'no database at all '.repeat(100));
  await expect(openStore(folder)).rejects.toThrow('not a database');
});
