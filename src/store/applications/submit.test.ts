import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../lib/days.ts';
import {
  addUpload,
  locationIn,
  NOW,
  newDraft,
  readyDraft,
  temporaryFolder,
  testDatabase,
  testStore,
  textOf,
  values,
} from '../testing/index.ts';
import { submit } from './submit.ts';

describe('submission', () => {
  it('creates an application with all fields and files', async () => {
    const store = await testStore();
    const { id, submitKey, storedName } = await readyDraft(store);
    await addUpload(store, id, 'second');
    const files = await store.drafts.files(id);
    const receipt = await store.applications.submit(id, submitKey, values, { now: NOW });
    if ('refused' in receipt) throw new Error(receipt.refused);
    expect(receipt).toMatchObject({ isNew: true });
    expect(await store.applications.get(receipt.reference)).toEqual({
      reference: receipt.reference,
      language: 'zh',
      submittedAt: NOW,
      privacyNotice: null,
      fields: values,
      files,
    });
    expect(await textOf(store, storedName)).toBe('abc');
  });

  it('stores the validated fields, not the current ones of the draft', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    const fields = { ...values, establishmentDate: '2021-03-04' };
    await store.applications.submit(id, submitKey, fields, { now: NOW });
    const [summary] = await store.applications.list();
    expect(await store.applications.get(summary?.reference ?? '')).toMatchObject({ fields });
  });

  it('leaves only the reference in the draft', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    const receipt = await store.applications.submit(id, submitKey, values, { now: NOW + 1 });
    expect(await store.drafts.get(id)).toMatchObject({
      reference: 'reference' in receipt && receipt.reference,
      updatedAt: NOW + 1,
    });
    expect(await store.drafts.files(id)).toEqual([]);
    expect(await store.drafts.fields(id)).toEqual({});
  });

  it('creates one application from 20 concurrent requests', async () => {
    const folder = await temporaryFolder();
    const stores = [await testStore(folder), await testStore(folder)];
    const [store] = stores;
    if (!store) throw new Error('no store');
    const { id, submitKey } = await readyDraft(store);
    const receipts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stores[index % 2]?.applications.submit(id, submitKey, values, { now: NOW }),
      ),
    );
    const [{ reference } = { reference: '' }, ...others] = await store.applications.list();
    expect(others).toEqual([]);
    expect(receipts.filter((receipt) => receipt && 'isNew' in receipt && receipt.isNew)).toHaveLength(1);
    for (const receipt of receipts) expect(receipt).toMatchObject({ reference });
  });

  it.each([
    ['the key again, of a later draft', 'key'],
    ['the draft again, with another key', 'draft'],
  ])('%s returns the same receipt', async (_name, same) => {
    const store = await testStore();
    const [first, second] = [await readyDraft(store), await readyDraft(store)];
    const receipt = await store.applications.submit(first.id, first.submitKey, values, { now: NOW });
    const [id, key] = same === 'key' ? [second.id, first.submitKey] : [first.id, 'another key'];
    const again = await store.applications.submit(id, key, values, { now: NOW + 1 });
    expect(again).toEqual({ ...receipt, isNew: false });
    expect(await store.applications.list()).toHaveLength(1);
    expect(await store.drafts.fields(second.id)).toEqual(values);
  });

  it('is refused without a draft or without files', async () => {
    const store = await testStore();
    const { id, submitKey } = await newDraft(store);
    expect(await store.applications.submit('gone', 'key', values, { now: NOW })).toEqual({ refused: 'gone' });
    expect(await store.applications.submit(id, submitKey, values, { now: NOW })).toEqual({
      refused: 'filesChanged',
    });
    expect(await store.applications.list()).toEqual([]);
  });

  it('is refused while a file of the draft is incomplete', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    await store.resumableUploads.begin(id, { name: 'b.pdf', bytes: 3, modifiedAt: 1, metadata: '' }, NOW);
    expect(await store.applications.submit(id, submitKey, values, { now: NOW })).toEqual({
      refused: 'filesChanged',
    });
    expect(await store.drafts.files(id)).toHaveLength(1);
  });

  it('is refused if the files differ from those on the page', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    const [own] = await store.drafts.files(id);
    await addUpload(store, id, 'of another window');
    const all = await store.drafts.files(id);
    const submitWith = (ids: string[]) =>
      store.applications.submit(id, submitKey, values, { now: NOW, fileIds: new Set(ids) });
    expect(await submitWith([own?.id ?? ''])).toEqual({ refused: 'filesChanged' });
    expect(await submitWith([...all.map((file) => file.id), 'removed'])).toEqual({ refused: 'filesChanged' });
    expect(await submitWith(all.map((file) => file.id))).toMatchObject({ isNew: true });
  });

  it('is refused at the daily limit of an address until the first application is a day old', async () => {
    const store = await testStore();
    const send = async (now: number) => {
      const { id, submitKey } = await readyDraft(store, now);
      return store.applications.submit(id, submitKey, values, { now, maxPerDay: 2 });
    };
    expect(await send(NOW)).toMatchObject({ isNew: true });
    expect(await send(NOW + 1000)).toMatchObject({ isNew: true });
    expect(await send(NOW + 2000)).toEqual({ refused: 'tooMany', until: NOW + DAY_MS });
    expect(await send(NOW + DAY_MS - 1)).toEqual({ refused: 'tooMany', until: NOW + DAY_MS });
    expect(await send(NOW + DAY_MS)).toMatchObject({ isNew: true });
    expect(await send(NOW + DAY_MS)).toEqual({ refused: 'tooMany', until: NOW + 1000 + DAY_MS });
  });

  it('does not exceed the daily limit with concurrent requests', async () => {
    const store = await testStore();
    const drafts = await Promise.all(Array.from({ length: 10 }, () => readyDraft(store)));
    const sent = await Promise.all(
      drafts.map(({ id, submitKey }) =>
        store.applications.submit(id, submitKey, values, { now: NOW, maxPerDay: 4 }),
      ),
    );
    expect(sent.filter((one) => 'isNew' in one)).toHaveLength(4);
  });

  it('rolls back completely if it fails', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    const before = [await store.drafts.get(id), await store.drafts.fields(id), await store.drafts.files(id)];
    const broken = { ...values, industry: undefined as unknown as string };
    await expect(store.applications.submit(id, submitKey, broken, { now: NOW + 1 })).rejects.toThrow();
    expect([await store.drafts.get(id), await store.drafts.fields(id), await store.drafts.files(id)]).toEqual(
      before,
    );
    expect(await store.applications.submit(id, submitKey, values, { now: NOW })).toMatchObject({
      isNew: true,
    });
  });
});

describe('reference number in use', () => {
  async function withTaken() {
    const folder = await temporaryFolder();
    const store = await testStore(folder);
    const db = await testDatabase(await locationIn(folder));
    const [first, second] = [await readyDraft(store), await readyDraft(store)];
    const send = (draft: typeof first, numbers: string[]) =>
      submit(
        db,
        { draftId: draft.id, submitKey: draft.submitKey, fields: values, now: NOW },
        () => numbers.shift() ?? 'A',
      );
    await send(first, ['A']);
    return { store, send: (numbers: string[]) => send(second, numbers) };
  }

  it('is not used again', async () => {
    const { send } = await withTaken();
    expect(await send(['A', 'A', 'B'])).toEqual({ reference: 'B', isNew: true });
  });

  it('fails after repeated collisions and keeps the draft', async () => {
    const { store, send } = await withTaken();
    await expect(send([])).rejects.toThrow('no unused reference');
    expect(await store.applications.list()).toHaveLength(1);
    expect(await send(['B'])).toEqual({ reference: 'B', isNew: true });
  });
});
