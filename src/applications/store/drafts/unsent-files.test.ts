import { expect, it } from 'vitest';
import { addUpload, NOW, newDraft, submitDraft, testStore, upload } from '../testing/index.ts';

it('removes the files of the oldest unsolved drafts first', async () => {
  const store = await testStore();
  const { drafts, resumableUploads, scans } = store;
  await submitDraft(store);
  const [solved, old, pieces, fresh] = [
    await newDraft(store, NOW - 3),
    await newDraft(store, NOW - 2),
    await newDraft(store, NOW - 1),
    await newDraft(store, NOW),
  ];
  await drafts.answerCaptcha(solved.id, { isRight: () => true }, NOW);
  for (const { id } of [solved, old, fresh]) await addUpload(store, id, '12345');
  const begun = await resumableUploads.begin(pieces.id, {
    name: 'a.pdf',
    bytes: 9,
    modifiedAt: null,
    metadata: '',
  });
  const uploadId = 'id' in begun ? begun.id : '';
  const piece = { position: 0, bytes: 5, storedName: await upload(store, '12345') };
  await resumableUploads.addPiece(pieces.id, uploadId, piece);

  expect(await store.removeExcessFiles(20)).toBe(0);
  expect(await store.removeExcessFiles(Number.NaN)).toBe(0);
  expect(await store.removeExcessFiles(11)).toBe(2);
  expect(await drafts.files(old.id)).toEqual([]);
  expect(await scans.removedFiles(old.id)).toMatchObject([{ name: '计划书.pdf', reason: 'noRoom' }]);
  expect(await resumableUploads.unfinished(pieces.id)).toEqual([]);
  expect(await scans.removedFiles(pieces.id)).toMatchObject([{ name: 'a.pdf', reason: 'noRoom' }]);
  await expect(submitDraft(store, { draft: old })).rejects.toThrow('filesChanged');

  expect(await store.removeExcessFiles(5)).toBe(1);
  expect(await drafts.files(fresh.id)).toEqual([]);
  expect(await drafts.files(solved.id)).toHaveLength(1);
  expect(await store.removeExcessFiles(0)).toBe(1);
  expect(await drafts.files(solved.id)).toEqual([]);
});
