import { expect, it } from 'vitest';
import { MAX_FILES } from '../../rules/limits.ts';
import {
  addUpload,
  fileRow,
  NOW,
  newDraft,
  readyDraft,
  submitDraft,
  testStore,
  textOf,
} from '../testing/index.ts';

async function openDraft() {
  const store = await testStore();
  const { id } = await newDraft(store);
  const add = (changes = {}) => store.drafts.addFile(id, fileRow(changes), { now: NOW });
  return { store, drafts: store.drafts, id, add };
}

it('keeps draft files in order, even with equal names', async () => {
  const { drafts, id, add } = await openDraft();
  const rows = [];
  for (const name of ['b.pdf', 'a.pdf', 'b.pdf']) {
    const row = fileRow({ name, scan: 'clean' });
    const added = await add(row);
    rows.push({ ...row, createdAt: NOW });
    expect(added).toMatchObject({ file: row, isNew: true });
  }
  const files = await drafts.files(id);
  expect(files).toMatchObject(rows);
  expect(new Set(files.map((file) => file.id)).size).toBe(3);
});

it('reads each open draft once in batches', async () => {
  const store = await testStore();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await newDraft(store)).id);
  await submitDraft(store);
  for (const batchSize of [1, 2, 5, 6]) {
    const read: string[] = [];
    for await (const { id } of store.drafts.allOpen(batchSize)) read.push(id);
    expect(read).toEqual(ids.toSorted());
  }
});

it('adds the files of a repeated request only once', async () => {
  const { drafts, id, add } = await openDraft();
  const rows = [fileRow(), fileRow({ name: 'b.pdf' })];
  const post = () => Promise.all(rows.map(add));
  const first = await post();
  expect(first).toMatchObject([{ isNew: true }, { isNew: true }]);
  expect(await post()).toEqual(first.map((added) => ({ ...added, isNew: false })));
  expect(await drafts.files(id)).toHaveLength(2);
});

it('refuses a file beyond the draft file limit', async () => {
  const { drafts, id, add } = await openDraft();
  for (let n = 0; n < MAX_FILES; n++) expect(await add()).toHaveProperty('file');
  expect(await add()).toEqual({ refused: 'tooManyFiles' });
  expect(await drafts.files(id)).toHaveLength(MAX_FILES);
});

it('removes a draft file and frees its share of the limit', async () => {
  const { store, drafts, id, add } = await openDraft();
  const [one = '', two = ''] = [await addUpload(store, id, 'one'), await addUpload(store, id, 'two')];
  for (let n = 2; n < MAX_FILES; n++) await add();
  const [first] = await drafts.files(id);
  expect(await drafts.removeFile(id, first?.id ?? '')).toBe(true);
  expect((await drafts.files(id))[0]).toMatchObject({ storedName: two });
  await expect(store.fileStore.open(one)).rejects.toThrow('ENOENT');
  expect(await textOf(store, two)).toBe('two');
  expect(await drafts.removeFile(id, first?.id ?? '')).toBe(false);
  expect(await add()).toHaveProperty('file');
});

it('does not remove a file of another draft', async () => {
  const { store, drafts, id } = await openDraft();
  const mine = await readyDraft(store);
  const [file] = await drafts.files(mine.id);
  expect(await drafts.removeFile(id, file?.id ?? '')).toBe(false);
  expect(await textOf(store, mine.storedName)).toBe('abc');
});

it('does not change the files of a submitted draft', async () => {
  const store = await testStore();
  const draft = await readyDraft(store);
  const [file] = await store.drafts.files(draft.id);
  await submitDraft(store, { draft });
  for (const id of [draft.id, 'gone'])
    expect(await store.drafts.addFile(id, fileRow(), { now: NOW })).toEqual({ refused: 'notOpen' });
  expect(await store.drafts.removeFile(draft.id, file?.id ?? '')).toBe(false);
  expect(await textOf(store, draft.storedName)).toBe('abc');
});
