/** @module-tag slow */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../lib/days.ts';
import { DRAFT_DAYS, MAX_DRAFT_AGE_DAYS } from '../rules/limits.ts';
import {
  addUpload,
  EXPIRED_DRAFT_MS,
  newDraft,
  readyDraft,
  temporaryFolder,
  testStore,
  textOf,
  upload,
  values,
} from './testing/index.ts';

const nothing = { drafts: 0, files: 0, sessions: 0, orphans: 0, abandoned: {}, expired: 0 };

async function sweptStore() {
  const folder = await temporaryFolder();
  const store = await testStore(folder);
  return { folder, store, now: Date.now(), names: () => readdir(path.join(folder, 'uploads')) };
}

it('sweeps a draft with its files 7 days after its last use', async () => {
  const { store, now, names } = await sweptStore();
  const { id } = await newDraft(store, now - (MAX_DRAFT_AGE_DAYS - 1) * DAY_MS);
  await addUpload(store, id, 'abc', now - DRAFT_DAYS * DAY_MS);
  expect(await store.sweep(now)).toEqual(nothing);
  expect(await names()).toHaveLength(1);
  expect(await store.drafts.files(id)).toHaveLength(1);
  const removed = { ...nothing, drafts: 1, files: 1, abandoned: { declareFile: 1 } };
  expect(await store.sweep(now + 1)).toEqual(removed);
  expect(await names()).toEqual([]);
  expect(await store.drafts.get(id)).toBeUndefined();
});

it('sweeps a draft in use 30 days after its creation, unless it was submitted', async () => {
  const { store, now } = await sweptStore();
  const createdAt = now - MAX_DRAFT_AGE_DAYS * DAY_MS;
  const { id } = await newDraft(store, createdAt, { session: 'session' });
  await store.drafts.saveFields(id, { companyName: 'A' }, now);
  const sent = await readyDraft(store, createdAt);
  await store.applications.submit(sent.id, sent.submitKey, values, { now });
  expect((await store.drafts.latestOf('session', now))?.id).toBe(id);
  expect(await store.sweep(now)).toEqual(nothing);
  expect(await store.drafts.latestOf('session', now + 1)).toBeUndefined();
  expect(await store.sweep(now + 1)).toMatchObject({ drafts: 1 });
  expect(await store.drafts.get(sent.id)).toBeDefined();
});

it('keeps an application with its files and receipt when its draft expires', async () => {
  const { store, now } = await sweptStore();
  const { id, submitKey, storedName } = await readyDraft(store, now);
  const receipt = await store.applications.submit(id, submitKey, values, { now });
  expect(await store.sweep(now + 400 * DAY_MS)).toEqual({ ...nothing, drafts: 1 });
  expect(await textOf(store, storedName)).toBe('abc');
  const again = await store.applications.submit(id, submitKey, values, { now });
  expect(again).toEqual({ ...receipt, isNew: false });
});

it('sweeps files left by interrupted uploads and crashes after a day', async () => {
  const { store, now, names } = await sweptStore();
  const interrupted = await store.uploads.create();
  await upload(store);
  const { storedName } = await readyDraft(store, now);
  expect(await store.sweep(now + 0.9 * DAY_MS)).toEqual(nothing);
  expect(await names()).toHaveLength(3);
  expect(await store.sweep(now + 1.1 * DAY_MS)).toEqual({ ...nothing, orphans: 2 });
  expect(await names()).toEqual([storedName]);
  await store.uploads.discard(interrupted);
});

it('sweeps each draft only once in concurrent processes', async () => {
  const { folder, store, names } = await sweptStore();
  const stores = [store, await testStore(folder)];
  for (const one of stores) await readyDraft(one, Date.now() - EXPIRED_DRAFT_MS);
  const swept = await Promise.all(stores.map((one) => one.sweep()));
  expect(swept.reduce((sum, one) => sum + (one?.drafts ?? 0), 0)).toBe(2);
  expect(await names()).toEqual([]);
});
