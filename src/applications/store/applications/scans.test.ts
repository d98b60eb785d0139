import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Store } from '../index.ts';
import {
  fileRow,
  NOW,
  newDraft,
  readyDraft,
  submitDraft,
  temporaryFolder,
  testStore,
  upload,
} from '../testing/index.ts';

/** Creates a store, and a function that lists its files. */
async function scannedStore() {
  const folder = await temporaryFolder();
  return { store: await testStore(folder), stored: () => readdir(path.join(folder, 'uploads')) };
}

/** Adds a file that waits for its scan to a draft. */
async function addHeld(store: Store, draftId: string, now = NOW) {
  const row = fileRow({ storedName: await upload(store), scan: 'held' });
  const added = await store.drafts.addFile(draftId, row, { now });
  if ('refused' in added) throw new Error(added.refused);
  return added.file;
}

async function sentWithHeld(store: Store, now = NOW) {
  const draft = await newDraft(store, now);
  const file = await addHeld(store, draft.id, now);
  return { file, reference: await submitDraft(store, { draft, now }) };
}

const scansOf = async (store: Store, reference: string) =>
  (await store.applications.get(reference))?.files.map(({ scan }) => scan);

it('lists draft and application files that wait for a scan, oldest first', async () => {
  const { store } = await scannedStore();
  const later = await sentWithHeld(store, NOW + 2);
  const draft = await newDraft(store);
  const first = await addHeld(store, draft.id, NOW + 1);
  await store.drafts.addFile(draft.id, fileRow({ scan: 'clean' }), { now: NOW });
  const held = await store.scans.listHeldFiles();
  expect(held).toMatchObject([{ id: first.id, storedName: first.storedName }, { id: later.file.id }]);
});

it('holds unscanned draft and application files once a scanner is configured', async () => {
  const { store } = await scannedStore();
  await submitDraft(store);
  await readyDraft(store);
  expect(await store.scans.listHeldFiles()).toEqual([]);
  expect(await store.scans.holdUnscanned()).toBe(2);
  expect(await store.scans.listHeldFiles()).toHaveLength(2);
  expect(await store.scans.holdUnscanned()).toBe(0);
});

it('marks a clean file in an application submitted during its scan', async () => {
  const { store } = await scannedStore();
  const { file, reference } = await sentWithHeld(store);
  await store.scans.markClean(file.id);
  expect(await scansOf(store, reference)).toEqual(['clean']);
  expect(await store.scans.listHeldFiles()).toEqual([]);
});

it('stores why a file could not be scanned, also when its draft is submitted, until it is scanned', async () => {
  const { store } = await scannedStore();
  const draft = await newDraft(store);
  const { id } = await addHeld(store, draft.id);
  await store.scans.markHeld(id, 'Heuristics.Encrypted.Zip');
  const reference = await submitDraft(store, { draft });
  const reasons = async () =>
    (await store.applications.get(reference))?.files.map(({ scan, scanReason }) => [scan, scanReason]);
  expect(await reasons()).toEqual([['held', 'Heuristics.Encrypted.Zip']]);
  await store.scans.markClean(id);
  expect(await reasons()).toEqual([['clean', null]]);
});

it('marks an infected application file without removing it', async () => {
  const { store, stored } = await scannedStore();
  const { file, reference } = await sentWithHeld(store);
  expect(await store.scans.markInfected(file.id)).toEqual({ reference });
  expect(await scansOf(store, reference)).toEqual(['infected']);
  expect(await stored()).toEqual([file.storedName]);
  expect(await store.scans.listHeldFiles()).toEqual([]);
});

it('deletes the content of an infected draft file, which blocks a submit until it is removed', async () => {
  const { store, stored } = await scannedStore();
  const draft = await readyDraft(store);
  const file = await addHeld(store, draft.id);
  expect(await store.scans.markInfected(file.id)).toMatchObject({ draftId: draft.id });
  expect(await stored()).toEqual([draft.storedName]);
  const infected = { id: file.id, name: file.name, scan: 'infected', bytes: 0 };
  expect(await store.drafts.files(draft.id)).toMatchObject([{ bytes: 3 }, infected]);
  await expect(submitDraft(store, { draft })).rejects.toThrow('filesChanged');
  expect(await store.drafts.removeFile(draft.id, file.id)).toBe(true);
  await submitDraft(store, { draft });
});

it('ignores the infection of a file that the applicant has removed', async () => {
  const { store } = await scannedStore();
  const draft = await newDraft(store);
  const file = await addHeld(store, draft.id);
  await store.drafts.removeFile(draft.id, file.id);
  expect(await store.scans.markInfected(file.id)).toBeUndefined();
  expect(await store.drafts.files(draft.id)).toEqual([]);
});
