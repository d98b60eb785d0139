import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../lib/days.ts';
import { addUpload, fileRow, NOW, newDraft, testStore, values } from './testing/index.ts';

describe('usage of an address', () => {
  it('starts at zero', async () => {
    const { drafts } = await testStore();
    expect(await drafts.usageOf('address', NOW)).toEqual({ drafts: 0, bytes: 0 });
  });

  it('counts its own drafts and bytes of the last day', async () => {
    const store = await testStore();
    const { drafts } = store;
    const open = (addressHash: string, now: number) => newDraft(store, now, { addressHash });
    const [old, fresh, other] = [
      await open('a', NOW - DAY_MS - 1),
      await open('a', NOW - DAY_MS),
      await open('b', NOW),
    ];
    await drafts.addFile(old.id, fileRow({ bytes: 1 }), { now: NOW - DAY_MS - 1 });
    await drafts.addFile(old.id, fileRow({ bytes: 20 }), { now: NOW });
    await drafts.addFile(fresh.id, fileRow({ bytes: 300 }), { now: NOW });
    await drafts.addFile(other.id, fileRow({ bytes: 4000 }), { now: NOW });
    expect(await drafts.usageOf('a', NOW)).toEqual({ drafts: 1, bytes: 320 });
    expect(await drafts.usageOf('b', NOW)).toEqual({ drafts: 1, bytes: 4000 });
  });

  it('counts the bytes of texts in drafts of the last day', async () => {
    const store = await testStore();
    const { drafts } = store;
    const [fresh, old] = [
      await newDraft(store, NOW, { addressHash: 'a' }),
      await newDraft(store, NOW - DAY_MS, { addressHash: 'a' }),
    ];
    await drafts.saveFields(fresh.id, { companyName: '青禾', industry: 'x' }, NOW);
    await drafts.saveFields(old.id, { companyName: 'not counted' }, NOW - DAY_MS - 1);
    expect((await drafts.usageOf('a', NOW)).bytes).toBe(7);
  });

  it('decreases on removal but not on submission', async () => {
    const store = await testStore();
    const { id, submitKey } = await newDraft(store);
    await addUpload(store, id, 'abc');
    await addUpload(store, id, 'defgh');
    const [first] = await store.drafts.files(id);
    await store.drafts.removeFile(id, first?.id ?? '');
    await store.applications.submit(id, submitKey, values, { now: NOW });
    expect(await store.drafts.usageOf('address', NOW)).toEqual({ drafts: 1, bytes: 5 });
  });
});
