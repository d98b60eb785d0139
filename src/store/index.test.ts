import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from './index.ts';
import {
  addUpload,
  engine,
  locationIn,
  NOW,
  readyDraft,
  temporaryFolder,
  testStore,
  textOf,
  values,
} from './testing/index.ts';

describe('store', () => {
  it('creates its folder and parent folders', async () => {
    const folder = path.join(await temporaryFolder(), 'a', 'b');
    const store = await testStore(folder);
    expect(await store.applications.list()).toEqual([]);
  });

  it('keeps all data across a restart', async () => {
    const folder = await temporaryFolder();
    const { dataDir, ...options } = await locationIn(folder);
    const first = await openStore(dataDir, undefined, options);
    const [open, toSend] = [await readyDraft(first), await readyDraft(first)];
    const receipt = await first.applications.submit(toSend.id, toSend.submitKey, values, { now: NOW });
    const before = [await first.drafts.get(open.id), await first.drafts.files(open.id)];
    await first.close();

    const second = await testStore(folder);
    expect([await second.drafts.get(open.id), await second.drafts.files(open.id)]).toEqual(before);
    expect(await second.drafts.fields(open.id)).toEqual(values);
    expect(await textOf(second, open.storedName)).toBe('abc');
    const again = await second.applications.submit(toSend.id, toSend.submitKey, values, { now: NOW });
    expect(again).toEqual({ ...receipt, isNew: false });
  });

  it('shares data between processes', async () => {
    const folder = await temporaryFolder();
    const [one, two] = [await testStore(folder), await testStore(folder)];
    const draft = await readyDraft(one);
    const storedName = await addUpload(two, draft.id, 'second');
    expect(await textOf(one, storedName)).toBe('second');
    expect((await one.drafts.files(draft.id)).map((file) => file.storedName)).toEqual([
      draft.storedName,
      storedName,
    ]);
    expect(await two.drafts.fields(draft.id)).toEqual(values);
  });

  it('opens concurrently in an empty folder', async () => {
    const folder = await temporaryFolder();
    const stores = await Promise.all(Array.from({ length: 5 }, () => testStore(folder)));
    const drafts = await Promise.all(stores.map((store) => readyDraft(store)));
    for (const { id } of drafts) expect(await stores[0]?.drafts.files(id)).toHaveLength(1);
  });

  it.runIf(engine === 'SQLite').each([
    ['its folder is a file', (folder: string) => writeFile(folder, '')],
    ['its database file is invalid', (folder: string) => brokenDatabase(folder)],
  ])('fails to open if %s', async (_name, prepare) => {
    const folder = path.join(await temporaryFolder(), 'data');
    await prepare(folder);
    await expect(openStore(folder)).rejects.toThrow(/EEXIST|not a database/u);
  });

  it('logs a file that it cannot remove, and removes its row', async () => {
    const folder = await temporaryFolder();
    const lines: unknown[] = [];
    const log = { info: () => undefined, warn: (line: unknown) => void lines.push(line) };
    const { dataDir, ...options } = await locationIn(folder);
    const store = await openStore(dataDir, log, options);
    const draft = await readyDraft(store);
    const [file] = await store.drafts.files(draft.id);
    // A folder of that name cannot be removed as a file, by root either.
    await store.uploads.remove(draft.storedName);
    await mkdir(path.join(folder, 'uploads', draft.storedName));
    expect(await store.drafts.removeFile(draft.id, file?.id ?? '')).toBe(true);
    expect(lines).toMatchObject([{ storedName: draft.storedName }]);
    await store.close();
  });
});

async function brokenDatabase(folder: string): Promise<void> {
  await mkdir(folder);
  await writeFile(path.join(folder, 'plinth.sqlite'), 'no database at all '.repeat(100));
  await chmod(path.join(folder, 'plinth.sqlite'), 0o600);
}
