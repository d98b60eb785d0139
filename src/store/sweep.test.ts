import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DRAFT_DAYS, MAX_DRAFT_AGE_DAYS } from '../form/rules/limits.ts';
import { DAY_MS } from '../lib/days.ts';
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
  return { store, now: Date.now(), names: () => readdir(path.join(folder, 'uploads')) };
}

describe('sweep', () => {
  it('removes nothing from an empty store', async () => {
    const { store } = await sweptStore();
    expect(await store.sweep()).toEqual(nothing);
  });

  it.each([
    ['used DRAFT_DAYS ago', DRAFT_DAYS * DAY_MS, nothing],
    [
      'used longer ago',
      DRAFT_DAYS * DAY_MS + 1,
      { ...nothing, drafts: 1, files: 1, abandoned: { declareFile: 1 } },
    ],
  ])('handles a draft %s', async (_name, age, expected) => {
    const { store, now, names } = await sweptStore();
    const { id } = await newDraft(store, now - (MAX_DRAFT_AGE_DAYS - 1) * DAY_MS);
    await addUpload(store, id, 'abc', now - age);
    expect(await store.sweep(now)).toEqual(expected);
    expect(await names()).toHaveLength(1 - expected.files);
    expect((await store.drafts.get(id)) === undefined).toBe(expected.drafts === 1);
    expect(await store.drafts.files(id)).toHaveLength(1 - expected.files);
  });

  it.each([
    ['leaves', MAX_DRAFT_AGE_DAYS - 0.1, 0],
    ['removes', MAX_DRAFT_AGE_DAYS + 0.1, 1],
  ])('%s a draft in use that was created %d days ago', async (_what, days, drafts) => {
    const { store, now } = await sweptStore();
    const { id } = await newDraft(store, now - days * DAY_MS, { session: 'session' });
    await store.drafts.saveFields(id, { companyName: 'A' }, now);
    expect((await store.drafts.latestOf('session', now))?.id).toBe(drafts === 1 ? undefined : id);
    expect(await store.sweep(now)).toMatchObject({ drafts });
  });

  it('keeps the draft row of an application submitted at the maximum draft age', async () => {
    const { store, now } = await sweptStore();
    const { id, submitKey } = await readyDraft(store, now - (MAX_DRAFT_AGE_DAYS - 0.1) * DAY_MS);
    await store.applications.submit(id, submitKey, values, { now });
    expect(await store.sweep(now + DAY_MS)).toEqual(nothing);
    expect(await store.drafts.get(id)).toBeDefined();
  });

  it('counts the file of an expired draft once, not as an orphan, too', async () => {
    const { store, now } = await sweptStore();
    await readyDraft(store, now);
    expect(await store.sweep(now + EXPIRED_DRAFT_MS)).toMatchObject({ drafts: 1, files: 1, orphans: 0 });
  });

  it('keeps an application and its files when its draft expires', async () => {
    const { store, now } = await sweptStore();
    const { id, submitKey, storedName } = await readyDraft(store, now);
    const receipt = await store.applications.submit(id, submitKey, values, { now });
    expect(await store.sweep(now + 400 * DAY_MS)).toEqual({ ...nothing, drafts: 1 });
    const [application] = await store.applications.list();
    expect(receipt).toMatchObject({ reference: application?.reference });
    expect(await textOf(store, storedName)).toBe('abc');
    expect(await store.applications.submit(id, submitKey, values, { now })).toEqual({
      ...receipt,
      isNew: false,
    });
  });

  it.each([
    ['leaves', 'for a day', 0.9, 0],
    ['removes', 'after a day', 1.1, 2],
  ])('%s files left by an interrupted upload or a crash %s', async (_what, _when, days, orphans) => {
    const { store, now, names } = await sweptStore();
    const cut = await store.uploads.create();
    await upload(store);
    const { storedName } = await readyDraft(store, now);
    expect(await store.sweep(now + days * DAY_MS)).toEqual({ ...nothing, orphans });
    expect(await names()).toHaveLength(3 - orphans);
    expect(await textOf(store, storedName)).toBe('abc');
    await store.uploads.discard(cut);
  });

  it('removes everything once in concurrent processes', async () => {
    const folder = await temporaryFolder();
    const stores = [await testStore(folder), await testStore(folder)];
    for (const store of stores) await readyDraft(store, Date.now() - EXPIRED_DRAFT_MS);
    const swept = await Promise.all(stores.map((store) => store.sweep()));
    expect(swept.reduce((sum, one) => sum + (one?.drafts ?? 0), 0)).toBe(2);
    expect(await readdir(path.join(folder, 'uploads'))).toEqual([]);
  });
});
