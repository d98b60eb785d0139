import { describe, expect, it } from 'vitest';
import { MAX_DRAFT_BYTES, MAX_FILE_BYTES, MAX_FILES } from '../../form/rules/limits.ts';
import {
  addUpload,
  fileRow,
  NOW,
  newDraft,
  readyDraft,
  testStore,
  textOf,
  values,
} from '../testing/index.ts';

describe('files of a draft', () => {
  it('keep their order, even with equal names', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    const rows = [fileRow({ name: 'b.pdf' }), fileRow({ name: 'a.pdf' }), fileRow({ name: 'b.pdf' })];
    for (const row of rows) await store.drafts.addFile(id, row, { now: NOW });
    const files = await store.drafts.files(id);
    expect(files).toMatchObject(rows);
    expect(new Set(files.map((file) => file.id)).size).toBe(3);
  });

  it('are returned unchanged', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    const row = fileRow({ scan: 'clean' });
    const added = await store.drafts.addFile(id, row, { now: NOW + 5 });
    const [file] = await store.drafts.files(id);
    expect(added).toEqual({ file, isNew: true });
    expect(file).toMatchObject({ ...row, createdAt: NOW + 5 });
  });

  it('are not duplicated by a repeated POST, even with equal files in it', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    const post = () =>
      Promise.all([1, 2].map((occurrence) => store.drafts.addFile(id, fileRow(), { now: NOW, occurrence })));
    const first = await post();
    const again = await post();
    expect(first).toMatchObject([{ isNew: true }, { isNew: true }]);
    expect(again).toEqual(first.map((added) => ({ ...added, isNew: false })));
    expect(await store.drafts.files(id)).toHaveLength(2);
  });

  it.each([
    ['the eleventh file', MAX_FILES, 1, 1, 'tooManyFiles'],
    ['one byte too many', 1, MAX_DRAFT_BYTES, 1, 'draftFull'],
  ])('refuse %s', async (_name, files, bytes, more, refused) => {
    const store = await testStore();
    const { id } = await newDraft(store);
    for (let n = 0; n < files; n++) {
      expect(await store.drafts.addFile(id, fileRow({ bytes }), { now: NOW })).toHaveProperty('file');
    }
    expect(await store.drafts.addFile(id, fileRow({ bytes: more }), { now: NOW })).toEqual({ refused });
    expect(await store.drafts.files(id)).toHaveLength(files);
  });

  it('may fill the draft exactly', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    for (let n = 0; n < MAX_FILES; n++)
      await store.drafts.addFile(id, fileRow({ bytes: MAX_FILE_BYTES }), { now: NOW });
    const sizes = (await store.drafts.files(id)).map(({ bytes }) => bytes);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(MAX_DRAFT_BYTES);
  });

  it('never exceed the limit with concurrent requests', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    const added = await Promise.all(
      Array.from({ length: 3 * MAX_FILES }, () => store.drafts.addFile(id, fileRow(), { now: NOW })),
    );
    expect(added.filter((one) => 'file' in one)).toHaveLength(MAX_FILES);
    expect(await store.drafts.files(id)).toHaveLength(MAX_FILES);
  });

  it('are refused for a missing or submitted draft', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    await store.applications.submit(id, submitKey, values, { now: NOW });
    expect(await store.drafts.addFile(id, fileRow(), { now: NOW })).toEqual({ refused: 'notOpen' });
    expect(await store.drafts.addFile('gone', fileRow(), { now: NOW })).toEqual({ refused: 'notOpen' });
  });

  it('are removed from the store and free their share of the limit', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    const stored = [await addUpload(store, id, 'one'), await addUpload(store, id, 'two')];
    const [first] = await store.drafts.files(id);
    expect(await store.drafts.removeFile(id, first?.id ?? '')).toBe(true);
    expect(await store.drafts.files(id)).toMatchObject([{ storedName: stored[1] }]);
    await expect(store.uploads.open(stored[0] ?? '')).rejects.toThrow('ENOENT');
    expect(await textOf(store, stored[1] ?? '')).toBe('two');
    expect(await store.drafts.removeFile(id, first?.id ?? '')).toBe(false);
  });

  it('cannot be removed by another draft', async () => {
    const store = await testStore();
    const [mine, other] = [await newDraft(store), await newDraft(store)];
    await addUpload(store, mine.id);
    const [file] = await store.drafts.files(mine.id);
    expect(await store.drafts.removeFile(other.id, file?.id ?? '')).toBe(false);
    expect(await store.drafts.files(mine.id)).toHaveLength(1);
  });

  it('cannot be removed after submission', async () => {
    const store = await testStore();
    const { id, submitKey, storedName } = await readyDraft(store);
    const [file] = await store.drafts.files(id);
    await store.applications.submit(id, submitKey, values, { now: NOW });
    expect(await store.drafts.removeFile(id, file?.id ?? '')).toBe(false);
    expect(await textOf(store, storedName)).toBe('abc');
  });
});
