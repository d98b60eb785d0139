import { expect, it } from 'vitest';
import { DAY_MS } from '../lib/days.ts';
import { addUpload, fileRow, NOW, newDraft, submitDraft, testStore } from './testing/index.ts';

it('counts the drafts, files and texts of an address in the last day', async () => {
  const store = await testStore();
  const { drafts } = store;
  expect(await drafts.usageOf('a', NOW)).toEqual({ drafts: 0, bytes: 0 });
  const open = (addressHash: string, now: number) => newDraft(store, now, { addressHash });
  const [old, fresh, other] = [
    await open('a', NOW - DAY_MS - 1),
    await open('a', NOW - DAY_MS),
    await open('b', NOW),
  ];
  await drafts.saveFields(old.id, { companyName: 'not counted' }, NOW - DAY_MS - 1);
  await drafts.addFile(old.id, fileRow({ bytes: 1 }), { now: NOW - DAY_MS - 1 });
  await drafts.saveFields(fresh.id, { companyName: '青禾', industry: 'x' }, NOW);
  await drafts.addFile(fresh.id, fileRow({ bytes: 300 }), { now: NOW });
  await drafts.addFile(other.id, fileRow({ bytes: 4000 }), { now: NOW });
  expect(await drafts.usageOf('a', NOW)).toEqual({ drafts: 1, bytes: 307 });
  expect(await drafts.usageOf('b', NOW)).toEqual({ drafts: 1, bytes: 4000 });
  await drafts.addFile(old.id, fileRow({ bytes: 20 }), { now: NOW - DAY_MS });
  expect((await drafts.usageOf('a', NOW)).bytes).toBe(338);
});

it('decreases the usage of an address on removal but not on submission', async () => {
  const store = await testStore();
  const draft = await newDraft(store);
  await addUpload(store, draft.id, 'abc');
  await addUpload(store, draft.id, 'defgh');
  const [first] = await store.drafts.files(draft.id);
  await store.drafts.removeFile(draft.id, first?.id ?? '');
  await submitDraft(store, { draft });
  expect(await store.drafts.usageOf('address', NOW)).toEqual({ drafts: 1, bytes: 5 });
});
