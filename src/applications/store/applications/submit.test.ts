import { expect, it } from 'vitest';
import { DAY_MS } from '../../../lib/days.ts';
import {
  addUpload,
  locationIn,
  NOW,
  newDraft,
  quotaOf,
  readyDraft,
  temporaryFolder,
  testDatabase,
  testStore,
  textOf,
  twoMachines,
  values,
} from '../testing/index.ts';
import { createApplication, newReference } from './submit.ts';

it('submits an application with its validated fields and all files in order', async () => {
  const store = await testStore();
  const { id, submitKey, storedName } = await readyDraft(store);
  for (const content of ['c', 'a', 'b']) await addUpload(store, id, content);
  const files = await store.drafts.files(id);
  const fields = { ...values, establishmentDate: '2021-03-04' };
  const options = { now: NOW, privacyNotice: '0123456789abcdef' };
  const receipt = await store.applications.submit(id, submitKey, fields, options);
  if ('refused' in receipt) throw new Error(receipt.refused);
  const { reference, isNew } = receipt;
  expect(isNew).toBe(true);
  const { privacyNotice } = options;
  const expected = { reference, language: 'zh', submittedAt: NOW, privacyNotice, fields, files };
  expect(await store.applications.get(reference)).toEqual(expected);
  expect(await textOf(store, storedName)).toBe('abc');
});

it('keeps only the reference in a submitted draft', async () => {
  const store = await testStore();
  const { id, submitKey } = await readyDraft(store);
  const receipt = await store.applications.submit(id, submitKey, values, { now: NOW + 1 });
  const { reference } = receipt as { reference: string };
  expect(await store.drafts.get(id)).toMatchObject({ reference, updatedAt: NOW + 1 });
  expect(await store.drafts.files(id)).toEqual([]);
  expect(await store.drafts.fields(id)).toEqual({});
});

it('creates one application from 20 concurrent requests to two machines', async () => {
  const machines = await twoMachines();
  const { id, submitKey } = await readyDraft(machines[0]);
  const receipts = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      machines[at % 2 ? 1 : 0].applications.submit(id, submitKey, values, { now: NOW }),
    ),
  );
  const [{ reference } = { reference: '' }, ...others] = await machines[0].applications.list();
  expect(others).toEqual([]);
  expect(receipts.filter((receipt) => 'isNew' in receipt && receipt.isNew)).toHaveLength(1);
  for (const receipt of receipts) expect(receipt).toMatchObject({ reference });
});

it.each([
  ['a later draft with the same key', 'key'],
  ['the same draft with another key', 'draft'],
])('returns the first receipt for %s', async (_name, same) => {
  const store = await testStore();
  const [first, second] = [await readyDraft(store), await readyDraft(store)];
  const receipt = await store.applications.submit(first.id, first.submitKey, values, { now: NOW });
  const [id, key] = same === 'key' ? [second.id, first.submitKey] : [first.id, 'another key'];
  const again = await store.applications.submit(id, key, values, { now: NOW + 1 });
  expect(again).toEqual({ ...receipt, isNew: false });
  expect(await store.applications.list()).toHaveLength(1);
  expect(await store.drafts.fields(second.id)).toEqual(values);
});

it('refuses a submission that lacks a draft or complete files', async () => {
  const store = await testStore();
  const [empty, open] = [await newDraft(store), await readyDraft(store)];
  await store.resumableUploads.begin(open.id, { name: 'b.pdf', bytes: 3, modifiedAt: 1, metadata: '' }, NOW);
  const send = (id: string, key: string) => store.applications.submit(id, key, values, { now: NOW });
  expect(await send('gone', 'key')).toEqual({ refused: 'gone' });
  for (const { id, submitKey } of [empty, open])
    expect(await send(id, submitKey)).toEqual({ refused: 'filesChanged' });
  expect(await store.applications.list()).toEqual([]);
  expect(await store.drafts.files(open.id)).toHaveLength(1);
});

it('refuses a submission if the files differ from the displayed ones', async () => {
  const store = await testStore();
  const { id, submitKey } = await readyDraft(store);
  await addUpload(store, id, 'of another window');
  const [own = '', other = ''] = (await store.drafts.files(id)).map((file) => file.id);
  const submitWith = (...ids: string[]) =>
    store.applications.submit(id, submitKey, values, { now: NOW, fileIds: new Set(ids) });
  const refusal = { refused: 'filesChanged' };
  expect(await submitWith(own)).toEqual(refusal);
  expect(await submitWith(own, other, 'removed')).toEqual(refusal);
  expect(await submitWith(own, 'removed')).toEqual(refusal);
  expect(await submitWith(own, other)).toMatchObject({ isNew: true });
});

it('refuses submissions beyond the client address limit', async () => {
  const store = await testStore();
  const send = async (now: number, addressHash = 'address') => {
    const { id, submitKey } = await readyDraft(store, now, { addressHash });
    return store.applications.submit(id, submitKey, values, {
      now,
      quotas: [quotaOf({ key: addressHash, max: 2 })],
    });
  };
  expect(await send(NOW)).toMatchObject({ isNew: true });
  expect(await send(NOW + 1000)).toMatchObject({ isNew: true });
  expect(await send(NOW + 2000, 'another')).toMatchObject({ isNew: true });
  expect(await send(NOW + 2000)).toEqual({ refused: 'tooMany', until: NOW + DAY_MS });
  expect(await send(NOW + DAY_MS - 1)).toEqual({ refused: 'tooMany', until: NOW + DAY_MS });
  expect(await send(NOW + DAY_MS)).toMatchObject({ isNew: true });
});

it('rolls back a failed submission', async () => {
  const store = await testStore();
  const { id, submitKey } = await readyDraft(store);
  const state = async () => [
    await store.drafts.get(id),
    await store.drafts.fields(id),
    await store.drafts.files(id),
  ];
  const before = await state();
  const channels = ['forward', 'forward'] as const;
  await expect(store.applications.submit(id, submitKey, values, { channels })).rejects.toThrow();
  expect(await state()).toEqual(before);
  expect(await store.applications.submit(id, submitKey, values)).toMatchObject({ isNew: true });
});

it('keeps the draft if a submission fails after repeated reference collisions', async () => {
  const folder = await temporaryFolder();
  const store = await testStore(folder);
  const db = await testDatabase(await locationIn(folder));
  const [first, second] = [await readyDraft(store), await readyDraft(store)];
  const send = ({ id, submitKey }: typeof first, references: string[]) =>
    createApplication(
      db,
      { draftId: id, submitKey, fields: values, now: NOW },
      () => references.shift() ?? 'A',
    );
  await send(first, ['A']);
  await expect(send(second, [])).rejects.toThrow('no unused reference');
  expect(await store.applications.list()).toHaveLength(1);
  expect(await send(second, ['A', 'A', 'B'])).toEqual({ reference: 'B', isNew: true });
});

it.each([
  ['2026-12-31T15:59:59Z', 'A-2026-'],
  ['2026-12-31T16:00:00Z', 'A-2027-'],
])('uses the year in Shanghai: a reference created at %s starts with %s', (time, start) => {
  expect(newReference(Date.parse(time)).slice(0, 7)).toBe(start);
});
