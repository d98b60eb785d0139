import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../lib/days.ts';
import { MAX_FILES, MIN_UNUSED_HOURS } from '../../rules/limits.ts';
import type { Store } from '../index.ts';
import {
  addUpload,
  fileRow,
  NOW,
  newDraft,
  submitDraft,
  testStore,
  textOf,
  upload,
} from '../testing/index.ts';

const EVERYTHING = 1_000_000;
const hoursAgo = (hours: number): number => NOW - hours * HOUR_MS;

/** Creates a draft with a file of five bytes that was last used some hours ago. */
async function unused(store: Store, hours: number) {
  const { id, submitKey } = await newDraft(store, hoursAgo(hours));
  return { id, submitKey, storedName: await addUpload(store, id, '12345', hoursAgo(hours)) };
}
const sizesOf = async ({ drafts }: Store, ids: { id: string }[]) =>
  (await Promise.all(ids.map(({ id }) => drafts.files(id)))).map((files) => files.map(({ bytes }) => bytes));

it('frees space from the longest unused drafts first', async () => {
  const store = await testStore();
  const drafts = [await unused(store, 7), await unused(store, 25), await unused(store, 24)];
  expect(await store.makeSpace(NOW, 6)).toBe(2);
  expect(await sizesOf(store, drafts)).toEqual([[5], [0], [0]]);
  await expect(textOf(store, drafts[1]?.storedName ?? '')).rejects.toThrow('ENOENT');
  expect(await store.makeSpace(NOW, 6)).toBe(1);
  expect(await sizesOf(store, drafts)).toEqual([[0], [0], [0]]);
  expect(await store.makeSpace(NOW, EVERYTHING)).toBe(0);
});

it('never frees space from a draft that was used recently', async () => {
  const store = await testStore();
  const recent = [await unused(store, MIN_UNUSED_HOURS), await unused(store, 0)];
  expect(await store.makeSpace(NOW, EVERYTHING)).toBe(0);
  expect(await sizesOf(store, recent)).toEqual([[5], [5]]);
});

it('never frees space from an application', async () => {
  const store = await testStore();
  const reference = await submitDraft(store, { now: hoursAgo(48) });
  expect(await store.makeSpace(NOW, EVERYTHING)).toBe(0);
  expect((await store.applications.get(reference))?.files).toMatchObject([{ bytes: 3 }]);
});

it.each([0, -1, Number.NaN])('frees no space if %d bytes are missing', async (bytes) => {
  const store = await testStore();
  const draft = await unused(store, 48);
  expect(await store.makeSpace(NOW, bytes)).toBe(0);
  expect(await sizesOf(store, [draft])).toEqual([[5]]);
});

it('a file that has lost its content blocks a submit until it is removed', async () => {
  const store = await testStore();
  const draft = await unused(store, 48);
  await store.makeSpace(NOW, EVERYTHING);
  await store.drafts.addFile(draft.id, fileRow({ name: 'another.pdf' }), { now: NOW });
  await expect(submitDraft(store, { draft })).rejects.toThrow('filesChanged');
  const [lost] = await store.drafts.files(draft.id);
  expect(await store.drafts.removeFile(draft.id, lost?.id ?? '')).toBe(true);
  await submitDraft(store, { draft });
});

it('a file that is chosen again replaces one that has lost its content', async () => {
  const store = await testStore();
  const draft = await unused(store, 48);
  await store.makeSpace(NOW, EVERYTHING);
  const [{ name = '' } = {}] = await store.drafts.files(draft.id);
  await store.drafts.addFile(draft.id, fileRow({ name }), { now: NOW });
  expect(await sizesOf(store, [draft])).toEqual([[3]]);
  await submitDraft(store, { draft });
});

it('a full draft takes a lost file again, even if it is sent with another extension', async () => {
  const store = await testStore();
  const draft = await unused(store, 48);
  await store.makeSpace(NOW, EVERYTHING);
  for (let at = 1; at < MAX_FILES; at += 1)
    await store.drafts.addFile(draft.id, fileRow({ name: `${at}.pdf` }), { now: NOW });
  const [{ name = '' } = {}] = await store.drafts.files(draft.id);
  const isFull = (sentName: string) => store.drafts.isFull(draft.id, sentName);
  expect(await Promise.all([name, name.replace('.pdf', '.jpg'), 'b.pdf'].map(isFull))).toEqual([
    false,
    false,
    true,
  ]);
  expect(await store.drafts.addFile(draft.id, fileRow({ name }), { now: NOW })).toHaveProperty('file');
});

it('frees the chunks of an unfinished upload, which then starts again', async () => {
  const store = await testStore();
  const { drafts, resumableUploads } = store;
  const { id } = await newDraft(store, hoursAgo(48));
  const begun = await resumableUploads.begin(
    id,
    { name: 'a.pdf', bytes: 9, modifiedAt: null, metadata: '' },
    hoursAgo(48),
  );
  const uploadId = 'id' in begun ? begun.id : '';
  const chunk = { position: 0, bytes: 5, storedName: await upload(store, '12345') };
  await resumableUploads.addChunk(id, uploadId, chunk, hoursAgo(48));
  expect(await store.makeSpace(NOW, EVERYTHING)).toBe(1);
  expect(await resumableUploads.unfinished(id)).toMatchObject([{ name: 'a.pdf', received: 0 }]);
  expect(await resumableUploads.get(id, uploadId)).toMatchObject({ offset: 0 });
  expect(await drafts.files(id)).toEqual([]);
});
