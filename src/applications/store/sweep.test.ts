/** @module-tag slow */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../lib/days.ts';
import { DRAFT_DAYS, MAX_DRAFT_AGE_DAYS } from '../rules/limits.ts';
import { expiryOf } from './drafts/drafts.ts';
import { findSharedAddress } from './sweep.ts';
import {
  addUpload,
  EXPIRED_DRAFT_MS,
  locationIn,
  NOW,
  newDraft,
  readyDraft,
  storeAt,
  submitDraft,
  temporaryFolder,
  testDatabase,
  testStore,
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
  const draft = await store.drafts.latestOf('session', now);
  expect(draft && [draft.id, expiryOf(draft)]).toEqual([id, now]);
  expect(await store.sweep(now)).toEqual(nothing);
  expect(await store.drafts.latestOf('session', now + 1)).toBeUndefined();
  expect(await store.sweep(now + 1)).toMatchObject({ drafts: 1 });
  expect(await store.drafts.get(sent.id)).toBeDefined();
});

it('counts abandoned drafts by their last filled field in form order', async () => {
  const store = await testStore();
  const { drafts } = store;
  const fill = async (fields: object) => {
    const { id } = await newDraft(store);
    await drafts.saveFields(id, fields, NOW);
    return id;
  };
  await newDraft(store);
  await fill({ industry: 'B', companyName: 'A' });
  // Every request has all fields, so blank ones do not count.
  await fill({ companyName: 'A', contactPerson: '', industry: '  ' });
  await fill({ companyName: '', companyShortName: '' });
  await drafts.answerCaptcha(await fill({ companyDescription: 'C' }), { isRight: () => true }, NOW);
  await readyDraft(store);
  await submitDraft(store);
  const later = NOW + EXPIRED_DRAFT_MS;
  await newDraft(store, later);
  expect((await store.sweep(later))?.abandoned).toEqual({
    none: 2,
    companyName: 1,
    industry: 1,
    captcha: 1,
    declareFile: 1,
  });
});

/** Creates drafts of these client addresses, oldest first, and examines them. */
async function examine(addresses: string[]) {
  const location = await locationIn(await temporaryFolder());
  const store = await storeAt(location);
  for (const [at, addressHash] of addresses.entries()) await newDraft(store, NOW + at, { addressHash });
  return findSharedAddress(await testDatabase(location));
}

const others = (count: number) => Array.from({ length: count }, (_, at) => `address ${at}`);
const proxy = (count: number) => Array.from({ length: count }, () => 'proxy');

it('finds the majority of the latest drafts that come from one client address', async () => {
  expect(await examine([...others(20), ...proxy(51), ...others(49)])).toEqual({ drafts: 100, fromOne: 51 });
});

it.each([
  ['half of the latest drafts come from one address', [...proxy(20), ...others(50), ...proxy(50)]],
  ['there are few drafts', proxy(49)],
])('finds no shared address if %s', async (_what, addresses) => {
  expect(await examine(addresses)).toBeUndefined();
});
