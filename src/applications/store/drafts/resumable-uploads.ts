import { newIdentifier } from '../../../lib/identifiers.ts';
import type { Clock } from '../engine/clock.ts';
import { type Db, transact } from '../engine/database.ts';
import type { ChunkRow, DraftRow, ResumableUploadRow } from '../engine/tables.ts';
import { type AddFileRefusal, isDraftFull } from './draft-files.ts';
import { changeOpenDraft, isExpired, lockDraft } from './drafts.ts';
import {
  findUpload,
  type RemoveFiles,
  removeUnfinished,
  type Unfinished,
  unfinishedOf,
} from './unsent-files.ts';

type UploadedFile = Pick<ResumableUploadRow, 'name' | 'bytes' | 'modifiedAt' | 'metadata'>;

/** `offset` counts the received bytes. `fileId` is the draft file that a complete upload became. */
export type ResumableUpload = Pick<ResumableUploadRow, 'id' | 'name' | 'bytes' | 'metadata' | 'fileId'> & {
  offset: number;
};

/** `conflict`: the offset is wrong or the upload does not exist. `notOpen`: the draft was submitted or does not exist. */
type AddChunkResult = 'kept' | 'conflict' | 'notOpen';

type Begun = Unfinished | { refused: AddFileRefusal };
/** Stored names of deleted rows. */
type DeletedChunks = { chunks?: string[] };

/** Stores tus uploads. Changes lock the draft, so that only one of two requests with the same offset succeeds. */
export const createResumableUploads = (db: Db, clock: Clock, removeFiles: RemoveFiles) => ({
  /** Begins an upload, or continues one of the same file. Replaces uploads of another file with this name. */
  async begin(draftId: string, upload: UploadedFile, now = clock.now()): Promise<Begun> {
    const { chunks = [], ...begun } = await transact(db, async (tx): Promise<Begun & DeletedChunks> => {
      if (!(await changeOpenDraft(tx, draftId, { updatedAt: now }))) return { refused: 'notOpen' };
      const same = (await unfinishedOf(tx, draftId)).find((other) => isSameFile(other, upload));
      if (same) return same;
      if (await isDraftFull(tx, draftId, upload.name)) return { refused: 'tooManyFiles' };
      const { name } = upload;
      const replaced = await removeUnfinished(tx, ({ and }) => and({ draftId, name }));
      const row = { ...upload, id: newIdentifier(), draftId, fileId: null, createdAt: now };
      await tx.insertInto('resumableUploads').values(row).execute();
      return { ...row, received: 0, chunks: replaced.chunks };
    });
    await removeFiles(chunks);
    return begun;
  },

  /** Finds an upload. Returns undefined if the draft does not have it, or no longer has its file. */
  async get(draftId: string, id: string): Promise<ResumableUpload | undefined> {
    const row = await db
      .selectFrom('resumableUploads')
      .leftJoin('draftFiles', 'draftFiles.id', 'resumableUploads.fileId')
      .select(['resumableUploads.id', 'resumableUploads.name', 'resumableUploads.bytes'])
      .select(['metadata', 'fileId', 'draftFiles.id as draftFileId'])
      .where(({ and }) => and({ 'resumableUploads.draftId': draftId, 'resumableUploads.id': id }))
      .executeTakeFirst();
    if (!row) return undefined;
    const { draftFileId, ...upload } = row;
    if (upload.fileId !== null) return draftFileId === null ? undefined : { ...upload, offset: upload.bytes };
    return { ...upload, offset: endOf(await chunksOf(db, id)) };
  },

  /** Returns an upload's draft, submitted or not, unless it has expired. */
  draftOf: (id: string, now = clock.now()): Promise<DraftRow | undefined> =>
    db
      .selectFrom('drafts')
      .selectAll('drafts')
      .where('drafts.id', '=', (eb) =>
        eb.selectFrom('resumableUploads').select('draftId').where('resumableUploads.id', '=', id),
      )
      .where((eb) => eb.not(isExpired(now)(eb)))
      .executeTakeFirst(),

  /** Whether the draft has or had the upload, even after submission. */
  isKnown: async (draftId: string, id: string): Promise<boolean> =>
    (await findUpload(db, draftId, id)) !== undefined,

  unfinished: (draftId: string): Promise<Unfinished[]> => unfinishedOf(db, draftId),

  chunks: (id: string): Promise<ChunkRow[]> => chunksOf(db, id),

  /** Appends a stored chunk if its position is the current offset. Otherwise the caller must remove it from the file store. */
  addChunk: (draftId: string, id: string, chunk: ChunkRow, now = clock.now()): Promise<AddChunkResult> =>
    transact(db, async (tx) => {
      if (!(await changeOpenDraft(tx, draftId, { updatedAt: now }))) return 'notOpen';
      const upload = await findUpload(tx, draftId, id);
      const chunks = await chunksOf(tx, id);
      if (upload?.fileId !== null || endOf(chunks) !== chunk.position) return 'conflict';
      await tx
        .insertInto('uploadChunks')
        .values({ ...chunk, uploadId: id })
        .execute();
      return 'kept';
    }),

  /** Removes an unfinished upload with its chunks. Returns false if the draft has none with this id. */
  async remove(draftId: string, id: string): Promise<boolean> {
    const { uploads, chunks } = await transact(db, async (tx) => {
      await lockDraft(tx, draftId);
      return removeUnfinished(tx, ({ and }) => and({ draftId, id }));
    });
    await removeFiles(chunks);
    return uploads > 0;
  },
});

const isSameFile = (one: Unfinished, other: UploadedFile): boolean =>
  one.modifiedAt !== null &&
  one.modifiedAt === other.modifiedAt &&
  one.name === other.name &&
  one.bytes === other.bytes;

const chunksOf = (db: Db, uploadId: string): Promise<ChunkRow[]> =>
  db
    .selectFrom('uploadChunks')
    .select(['position', 'bytes', 'storedName'])
    .where('uploadId', '=', uploadId)
    .orderBy('position')
    .execute();

const endOf = (chunks: readonly ChunkRow[]): number => chunks.reduce((end, { bytes }) => end + bytes, 0);
