import { expect, it } from 'vitest';
import { DAY_MS } from '../../../lib/days.ts';
import { DRAFT_DAYS, MAX_TEXT_BYTES } from '../../rules/limits.ts';
import {
  NOW,
  newDraft,
  quotaOf,
  readyDraft,
  submitDraft,
  testStore,
  textOf,
  values,
} from '../testing/index.ts';

it('finds a draft by its key and the latest unexpired draft of a session', async () => {
  const { drafts, ...store } = await testStore();
  const open = (now: number, origin: object) => newDraft({ ...store, drafts }, now, origin);
  const older = await open(NOW - 1, { session: 's' });
  const draft = await open(NOW, { session: 's', submitKey: 'key' });
  await open(NOW, { session: 'another' });
  expect(await drafts.byKey('key')).toEqual(draft);
  expect(await drafts.latestOf('s', NOW + DRAFT_DAYS * DAY_MS)).toEqual(draft);
  expect(await drafts.latestOf('s', NOW + DRAFT_DAYS * DAY_MS + 1)).toBeUndefined();
  await drafts.saveFields(older.id, values, NOW + 1);
  expect(await drafts.latestOf('s', NOW + 1)).toMatchObject({ id: older.id });
});

it('does not create a draft with the key of another draft', async () => {
  const { drafts, ...store } = await testStore();
  const draft = await newDraft({ ...store, drafts });
  const { submitKey } = draft;
  expect(await drafts.create({ language: 'en', addressHash: 'a', session: 's', submitKey })).toBeUndefined();
  expect(await drafts.get(draft.id)).toEqual(draft);
});

it('does not create a draft beyond a quota, and removes no other', async () => {
  const store = await testStore();
  const { drafts } = store;
  const first = await readyDraft(store);
  const quotas = [quotaOf({ max: 2 })];
  const create = () => drafts.create({ language: 'zh', addressHash: 'address', quotas }, NOW);
  expect([await create(), await create(), await create()].map(Boolean)).toEqual([true, true, false]);
  expect(await drafts.files(first.id)).toHaveLength(1);
});

it('counts field values beyond a quota without refusing them', async () => {
  const store = await testStore();
  const { id } = await newDraft(store);
  const quotas = [quotaOf({ amount: 3, isShared: false })];
  expect(await store.drafts.saveFields(id, { companyName: 'A' }, NOW, quotas)).toEqual([]);
  expect(await store.drafts.fields(id)).toEqual({ companyName: 'A' });
  expect(await store.rateCounters.take(quotas, NOW, NOW)).toBe(false);
});

it('stores draft field values unchanged', async () => {
  const store = await testStore();
  const [{ id }, other] = [await newDraft(store), await newDraft(store)];
  const typed = { ...values, companyName: 'nul\0 and \u202e' };
  expect(await store.drafts.saveFields(id, typed, NOW)).toEqual([]);
  expect(await store.drafts.fields(id)).toEqual(typed);
  expect(await store.drafts.fields(other.id)).toEqual({});
});

it('clears empty but not missing fields of a later request', async () => {
  const store = await testStore();
  const { id } = await newDraft(store);
  await store.drafts.saveFields(id, { companyName: 'A', industry: 'B' }, NOW);
  await store.drafts.saveFields(id, { industry: '', contactPerson: undefined }, NOW + 1);
  expect(await store.drafts.fields(id)).toEqual({ companyName: 'A', industry: '' });
  expect(await store.drafts.get(id)).toMatchObject({ createdAt: NOW, updatedAt: NOW + 1 });
});

it('does not change fields or language of a submitted draft', async () => {
  const store = await testStore();
  const draft = await readyDraft(store);
  await store.drafts.setLanguage(draft.id, 'en');
  await submitDraft(store, { draft });
  await store.drafts.setLanguage(draft.id, 'zh');
  for (const id of [draft.id, 'gone'])
    expect(await store.drafts.saveFields(id, { companyName: 'late' }, NOW)).toEqual([]);
  expect(await store.drafts.get(draft.id)).toMatchObject({ language: 'en' });
  expect(await store.drafts.fields(draft.id)).toEqual({});
});

it('removes a draft with its fields and files unless it was submitted', async () => {
  const store = await testStore();
  const [open, sent] = [await readyDraft(store), await readyDraft(store)];
  await submitDraft(store, { draft: sent });
  for (const { id } of [open, sent]) await store.drafts.remove(id);
  expect(await store.drafts.get(open.id)).toBeUndefined();
  expect(await store.drafts.fields(open.id)).toEqual({});
  await expect(textOf(store, open.storedName)).rejects.toThrow('ENOENT');
  expect(await store.drafts.get(sent.id)).toMatchObject({ id: sent.id });
  expect(await textOf(store, sent.storedName)).toBe('abc');
});

it('omits the longest new field values beyond the draft limit', async () => {
  const store = await testStore();
  const { id } = await newDraft(store);
  const half = '青'.repeat(Math.ceil(MAX_TEXT_BYTES / 6));
  const kept = { companyName: half, industry: 'short', contactPerson: 'x' };
  expect(await store.drafts.saveFields(id, { ...kept, registrationPlace: `${half}longer` }, NOW)).toEqual([
    'registrationPlace',
  ]);
  expect(await store.drafts.fields(id)).toEqual(kept);
});

it('counts field values from earlier requests towards the draft limit', async () => {
  const store = await testStore();
  const { id } = await newDraft(store);
  const most = 'x'.repeat(MAX_TEXT_BYTES);
  expect(await store.drafts.saveFields(id, { companyName: most }, NOW)).toEqual([]);
  expect(await store.drafts.saveFields(id, { industry: 'y' }, NOW)).toEqual(['industry']);
  expect(await store.drafts.saveFields(id, { companyName: 'short', industry: 'y' }, NOW)).toEqual([]);
  expect(await store.drafts.fields(id)).toEqual({ companyName: 'short', industry: 'y' });
});
