import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../index.ts';
import {
  EXPIRED_DRAFT_MS,
  fileRow,
  NOW,
  newDraft,
  readyDraft,
  temporaryFolder,
  testStore,
  upload,
  values,
} from '../testing/index.ts';

/** Adds a held file to a draft. */
async function addHeld(store: Store, draftId: string, now = NOW, name = '计划书.pdf') {
  const added = await store.drafts.addFile(
    draftId,
    fileRow({ name, storedName: await upload(store), scan: 'held' }),
    { now },
  );
  if ('refused' in added) throw new Error(added.refused);
  return added.file;
}

async function sentWithHeld(store: Store, now = NOW) {
  const draft = await newDraft(store, now);
  await store.drafts.saveFields(draft.id, values, now);
  const file = await addHeld(store, draft.id, now);
  const receipt = await store.applications.submit(draft.id, draft.submitKey, values, { now });
  if ('refused' in receipt) throw new Error(receipt.refused);
  return { file, reference: receipt.reference };
}

const scansOf = async (store: Store, reference: string) =>
  (await store.applications.get(reference))?.files.map(({ scan }) => scan);

describe('files waiting for a scan', () => {
  it('include drafts and applications, oldest first', async () => {
    const store = await testStore();
    const later = await sentWithHeld(store, NOW + 2);
    const draft = await newDraft(store);
    const first = await addHeld(store, draft.id, NOW + 1);
    await store.drafts.addFile(draft.id, fileRow({ scan: 'clean' }), { now: NOW });
    const held = await store.scans.held();
    expect(held.map(({ id }) => id)).toEqual([first.id, later.file.id]);
    expect(held[0]).toMatchObject({ storedName: first.storedName });
  });

  it('include unscanned files once a scanner is configured', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    await store.applications.submit(id, submitKey, values, { now: NOW });
    await readyDraft(store);
    expect(await store.scans.held()).toEqual([]);
    expect(await store.scans.holdUnscanned()).toBe(2);
    expect(await store.scans.held()).toHaveLength(2);
    expect(await store.scans.holdUnscanned()).toBe(0);
  });

  it('are found in the application after their draft was submitted', async () => {
    const store = await testStore();
    const { file, reference } = await sentWithHeld(store);
    await store.scans.markClean(file.id);
    expect(await scansOf(store, reference)).toEqual(['clean']);
    expect(await store.scans.held()).toEqual([]);
  });
});

describe('infected file', () => {
  it('stays in its application, marked as infected', async () => {
    const dataDir = await temporaryFolder();
    const store = await testStore(dataDir);
    const { file, reference } = await sentWithHeld(store);
    expect(await store.scans.markInfected(file.id)).toEqual({ reference });
    expect(await scansOf(store, reference)).toEqual(['infected']);
    expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([file.storedName]);
    expect(await store.scans.held()).toEqual([]);
  });

  it('is removed from its draft and store; its name is kept until the visitor is notified', async () => {
    const dataDir = await temporaryFolder();
    const store = await testStore(dataDir);
    const draft = await newDraft(store);
    const file = await addHeld(store, draft.id);
    expect(await store.scans.markInfected(file.id)).toEqual({ draftId: draft.id });
    expect(await store.drafts.files(draft.id)).toEqual([]);
    expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([]);
    const removed = await store.scans.removedFiles(draft.id);
    expect(removed).toEqual([{ id: file.id, name: file.name }]);
    await store.scans.clearRemovedFiles(removed);
    expect(await store.scans.removedFiles(draft.id)).toEqual([]);
  });

  it('blocks the submission of its draft until the visitor is notified', async () => {
    const store = await testStore();
    const draft = await readyDraft(store);
    const file = await addHeld(store, draft.id);
    await store.scans.markInfected(file.id);
    const submit = () => store.applications.submit(draft.id, draft.submitKey, values, { now: NOW });
    expect(await submit()).toEqual({ refused: 'filesChanged' });
    await store.scans.clearRemovedFiles(await store.scans.removedFiles(draft.id));
    expect(await submit()).toMatchObject({ isNew: true });
  });

  it('is ignored if the visitor has removed it', async () => {
    const store = await testStore();
    const draft = await newDraft(store);
    const file = await addHeld(store, draft.id);
    await store.drafts.removeFile(draft.id, file.id);
    expect(await store.scans.markInfected(file.id)).toBeUndefined();
    expect(await store.scans.removedFiles(draft.id)).toEqual([]);
  });

  it('is deleted with its draft', async () => {
    const store = await testStore();
    const draft = await newDraft(store);
    await store.scans.markInfected((await addHeld(store, draft.id)).id);
    await store.sweep(NOW + EXPIRED_DRAFT_MS);
    expect(await store.scans.removedFiles(draft.id)).toEqual([]);
  });
});
