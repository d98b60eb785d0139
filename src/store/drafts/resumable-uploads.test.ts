import { describe, expect, it } from 'vitest';
import { newFileName } from '../../lib/identifiers.ts';
import { fileRow, NOW, newDraft, testStore, values } from '../testing/index.ts';

const part = { name: 'a.pdf', bytes: 5000, modifiedAt: null, metadata: '' };
const pieceAt = (position: number, bytes = 1) => ({ position, bytes, storedName: newFileName() });

async function begun(upload: Partial<typeof part> = {}) {
  const store = await testStore();
  const draft = await newDraft(store);
  const { resumableUploads: uploads } = store;
  const begin = await uploads.begin(draft.id, { ...part, ...upload }, NOW);
  if ('refused' in begin) throw new Error(begin.refused);
  return { store, uploads, draft, id: begin.id };
}

describe('resumable upload', () => {
  it('accepts a piece only at its current offset', async () => {
    const { uploads, draft, id } = await begun();
    expect(await uploads.addPiece(draft.id, id, pieceAt(1))).toBe('conflict');
    expect(await uploads.addPiece(draft.id, id, pieceAt(0, 10))).toBe('kept');
    expect(await uploads.addPiece(draft.id, id, pieceAt(0, 10))).toBe('conflict');
    expect(await uploads.addPiece(draft.id, id, pieceAt(10))).toBe('kept');
    expect(await uploads.addPiece(draft.id, 'another', pieceAt(11))).toBe('conflict');
    expect(await uploads.get(draft.id, id)).toMatchObject({ offset: 11, bytes: 5000 });
    expect(await uploads.get('another', id)).toBeUndefined();
  });

  it('accepts one of several concurrent pieces at the same offset', async () => {
    const { uploads, draft, id } = await begun();
    const kept = await Promise.all(
      Array.from({ length: 8 }, () => uploads.addPiece(draft.id, id, pieceAt(0))),
    );
    expect(kept.filter((one) => one === 'kept')).toHaveLength(1);
  });

  it('becomes one draft file and accepts no more pieces', async () => {
    const { store, uploads, draft, id } = await begun();
    await uploads.addPiece(draft.id, id, pieceAt(0));
    const finish = () =>
      store.drafts.addFile(draft.id, fileRow({ bytes: 5000 }), { now: NOW, occurrence: 1, uploadId: id });
    const [one, two] = [await finish(), await finish()];
    expect(one).toMatchObject({ isNew: true });
    expect(two).toMatchObject({ isNew: false });
    expect(await uploads.pieces(id)).toEqual([]);
    expect(await uploads.unfinished(draft.id)).toEqual([]);
    expect(await uploads.addPiece(draft.id, id, pieceAt(0))).toBe('conflict');
    expect(await uploads.get(draft.id, id)).toMatchObject({ offset: 5000 });
  });

  it('accepts nothing after its draft was submitted', async () => {
    const { store, uploads, draft, id } = await begun();
    await uploads.addPiece(draft.id, id, pieceAt(0));
    await store.drafts.addFile(draft.id, fileRow({ bytes: 5000 }), { now: NOW, occurrence: 1, uploadId: id });
    await store.applications.submit(draft.id, draft.submitKey, values, { now: NOW });
    expect(await uploads.addPiece(draft.id, id, pieceAt(1))).toBe('notOpen');
    expect(await uploads.isKnown(draft.id, id)).toBe(true);
  });

  it('counts with its declared length for its address and draft', async () => {
    const { store, uploads, draft } = await begun({ bytes: 60 * 1024 * 1024 });
    expect((await store.drafts.usageOf('address', NOW)).bytes).toBe(60 * 1024 * 1024);
    const more = { ...part, name: 'b.pdf', bytes: 60 * 1024 * 1024 };
    expect(await uploads.begin(draft.id, more)).toEqual({ refused: 'draftFull' });
  });
});
