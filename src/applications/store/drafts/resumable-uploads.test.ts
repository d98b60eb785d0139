import { expect, it } from 'vitest';
import { newFileName } from '../../../lib/identifiers.ts';
import { MAX_FILES } from '../../rules/limits.ts';
import {
  fileRow,
  NOW,
  newDraft,
  sha256Of,
  submitDraft,
  testStore,
  textOf,
  upload,
} from '../testing/index.ts';

const part = { name: 'a.pdf', bytes: 5000, modifiedAt: null, metadata: '' };
const chunkAt = (position: number, bytes = 1) => ({ position, bytes, storedName: newFileName() });

async function begun(upload: Partial<typeof part> = {}) {
  const store = await testStore();
  const draft = await newDraft(store);
  const { resumableUploads: uploads } = store;
  const begin = await uploads.begin(draft.id, { ...part, ...upload }, NOW);
  if ('refused' in begin) throw new Error(begin.refused);
  const { id } = begin;
  const options = { now: NOW, uploadId: id };
  const finish = () => store.drafts.addFile(draft.id, fileRow({ bytes: 5000 }), options);
  return { store, uploads, draft, id, finish };
}

it('accepts a chunk of an upload only at the current offset', async () => {
  const { uploads, draft, id } = await begun();
  const add = (chunk: ReturnType<typeof chunkAt>, uploadId = id) =>
    uploads.addChunk(draft.id, uploadId, chunk);
  expect(await add(chunkAt(1))).toBe('conflict');
  expect(await add(chunkAt(0, 10))).toBe('kept');
  expect(await add(chunkAt(0, 10))).toBe('conflict');
  expect(await add(chunkAt(10))).toBe('kept');
  expect(await add(chunkAt(11), 'another')).toBe('conflict');
  expect(await uploads.get(draft.id, id)).toMatchObject({ offset: 11, bytes: 5000 });
  expect(await uploads.get('another', id)).toBeUndefined();
});

it('rejects chunks for an upload that has become a draft file', async () => {
  const { store, uploads, draft, id, finish } = await begun();
  await uploads.addChunk(draft.id, id, chunkAt(0));
  expect(await finish()).toMatchObject({ isNew: true });
  expect(await finish()).toMatchObject({ isNew: false });
  expect(await uploads.chunks(id)).toEqual([]);
  expect(await uploads.unfinished(draft.id)).toEqual([]);
  expect(await uploads.addChunk(draft.id, id, chunkAt(0))).toBe('conflict');
  expect(await uploads.get(draft.id, id)).toMatchObject({ offset: 5000 });
  await submitDraft(store, { draft });
  expect(await uploads.addChunk(draft.id, id, chunkAt(1))).toBe('notOpen');
  expect(await uploads.isKnown(draft.id, id)).toBe(true);
});

it('keeps a finished upload when another upload with the same name begins', async () => {
  const { uploads, draft, id, finish } = await begun();
  await finish();
  await uploads.begin(draft.id, part, NOW);
  expect(await uploads.get(draft.id, id)).toMatchObject({ offset: 5000 });
});

it('keeps only the latest finished upload of a file', async () => {
  const { store, uploads, draft, id } = await begun({ name: 'unfinished.pdf' });
  const repeat = async (name: string) => {
    const upload = await uploads.begin(draft.id, { ...part, name }, NOW);
    const uploadId = 'id' in upload ? upload.id : '';
    const options = { now: NOW, uploadId };
    const row = fileRow({ name, bytes: 5000, sha256: sha256Of(name) });
    const added = await store.drafts.addFile(draft.id, row, options);
    return { uploadId, fileId: 'file' in added ? added.file.id : '' };
  };
  const [removed, replaced, other] = [await repeat('a.pdf'), await repeat('b.pdf'), await repeat('c.pdf')];
  await store.drafts.removeFile(draft.id, removed.fileId);
  const latest = await repeat('b.pdf');
  expect(latest.fileId).toBe(replaced.fileId);
  const ids = [id, removed.uploadId, replaced.uploadId, other.uploadId, latest.uploadId];
  const known = await Promise.all(ids.map((one) => uploads.isKnown(draft.id, one)));
  expect(known).toEqual([true, false, false, true, true]);
  expect(await uploads.get(draft.id, latest.uploadId)).toMatchObject({ offset: 5000, fileId: latest.fileId });
});

it('resumes a file upload only if its modification time is known', async () => {
  const { uploads, draft, id } = await begun();
  const begin = async (modifiedAt: number | null, bytes = 5000) => {
    const upload = await uploads.begin(draft.id, { ...part, modifiedAt, bytes }, NOW);
    return 'id' in upload ? upload.id : '';
  };
  expect(await begin(null)).not.toBe(id);
  const known = await begin(7);
  expect(await begin(7)).toBe(known);
  expect(await begin(8)).not.toBe(known);
  expect(await begin(7, 4000)).not.toBe(known);
});

it.each([
  ['a resumable upload', undefined],
  ['a whole file', part.name],
  ['a whole file that gets another extension', 'renamed.png'],
])('%s replaces unfinished uploads of the same sent name, including their chunks', async (_what, name) => {
  const { store, uploads, draft, id } = await begun();
  const storedName = await upload(store, 'abc');
  await uploads.addChunk(draft.id, id, { position: 0, bytes: 3, storedName });
  if (name === undefined) await uploads.begin(draft.id, part, NOW);
  else await store.drafts.addFile(draft.id, fileRow({ name }), { now: NOW, sentName: part.name });
  expect((await uploads.unfinished(draft.id)).map((one) => one.id)).not.toContain(id);
  await expect(textOf(store, storedName)).rejects.toThrow();
});

it('counts unfinished uploads towards the maximum number of files', async () => {
  const { store, uploads, draft } = await begun();
  for (let at = 1; at < MAX_FILES; at += 1)
    await uploads.begin(draft.id, { ...part, name: `${at}.pdf` }, NOW);
  const refusal = { refused: 'tooManyFiles' };
  expect(await uploads.begin(draft.id, { ...part, name: 'b.pdf' })).toEqual(refusal);
  expect(await store.drafts.addFile(draft.id, fileRow(), { now: NOW })).toEqual(refusal);
});

it('turns an upload into a file although the draft is full', async () => {
  const { uploads, draft, finish } = await begun();
  for (let at = 1; at < MAX_FILES; at += 1)
    await uploads.begin(draft.id, { ...part, name: `${at}.pdf` }, NOW);
  expect(await finish()).toMatchObject({ isNew: true });
});
