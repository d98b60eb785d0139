import { newIdentifier } from '../../lib/identifiers.ts';
import type { Clock } from '../engine/clock.ts';
import type { Db } from '../engine/database.ts';
import type { DraftRow, PieceRow, ResumableUploadRow } from '../engine/tables.ts';
import { transact } from '../engine/transaction.ts';
import { type FileRefusal, filesOf, refusalOf } from './draft-files.ts';
import { changeOpenDraft, isExpired, lockDraft } from './drafts.ts';
import { removeUploads, type Unfinished, unfinishedOf } from './unfinished-uploads.ts';

export type NewUpload = Pick<ResumableUploadRow, 'name' | 'bytes' | 'modifiedAt' | 'metadata'>;

/** An upload as its visitor goes on with it: `offset` bytes are kept, all of them where it has become a file of the draft. */
export type ResumableUpload = Pick<ResumableUploadRow, 'id' | 'name' | 'bytes' | 'metadata' | 'fileId'> & {
  offset: number;
};

/** `conflict`: other bytes came first, or the upload is gone; `notOpen`: the draft is sent or gone. */
export type KeptPiece = 'kept' | 'conflict' | 'notOpen';

/**
 * The files of drafts that come in pieces. What changes them locks their draft first: of two that go on with one upload at the same
 * place, on whatever machine, one is kept. `draftFiles.addFile` makes a whole one a file.
 */
export const createResumableUploads = (
  db: Db,
  clock: Clock,
  removeBytes: (storedNames: readonly string[]) => Promise<void>,
) => ({
  /**
   * Begins an upload within the limits of the draft. An unfinished one of the same name, length and time of last change, where that is
   * known, is the same one: it goes on.
   */
  begin: (draftId: string, upload: NewUpload, now = clock.now()) =>
    transact(db, async (tx): Promise<Unfinished | { refused: FileRefusal }> => {
      if (!(await changeOpenDraft(tx, draftId, { updatedAt: now }))) return { refused: 'notOpen' };
      const unfinished = await unfinishedOf(tx, draftId);
      const known = unfinished.find((other) => isSame(other, upload));
      if (known) return known;
      const refused = refusalOf([...(await filesOf(tx, draftId)), ...unfinished], upload.bytes);
      if (refused) return { refused };
      const row = { ...upload, id: newIdentifier(), draftId, fileId: null, createdAt: now };
      await tx.insertInto('resumableUploads').values(row).execute();
      return { ...row, received: 0 };
    }),

  /** Undefined where the draft has no such upload, or none any more. */
  async get(draftId: string, id: string): Promise<ResumableUpload | undefined> {
    const row = await db
      .selectFrom('resumableUploads')
      .leftJoin('draftFiles', 'draftFiles.id', 'resumableUploads.fileId')
      .select([
        'resumableUploads.id',
        'resumableUploads.name',
        'resumableUploads.bytes',
        'metadata',
        'fileId',
      ])
      .select('draftFiles.id as heldId')
      .where('resumableUploads.draftId', '=', draftId)
      .where('resumableUploads.id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { heldId, ...upload } = row;
    if (upload.fileId !== null) return heldId === null ? undefined : { ...upload, offset: upload.bytes };
    const pieces = await piecesOf(db, id);
    return { ...upload, offset: endOf(pieces) };
  },

  /** The draft that an upload belongs to, sent or not; undefined if it has expired. */
  draftOf: (id: string, now = clock.now()): Promise<DraftRow | undefined> =>
    db
      .selectFrom('drafts')
      .selectAll('drafts')
      .where('drafts.id', '=', (eb) =>
        eb.selectFrom('resumableUploads').select('draftId').where('resumableUploads.id', '=', id),
      )
      .where((eb) => eb.not(isExpired(now)(eb)))
      .executeTakeFirst(),

  /** Whether the upload ever was the draft's: after the draft is sent, too. */
  async isKnown(draftId: string, id: string): Promise<boolean> {
    const row = await db
      .selectFrom('resumableUploads')
      .select('id')
      .where('draftId', '=', draftId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  },

  unfinished: (draftId: string): Promise<Unfinished[]> => unfinishedOf(db, draftId),

  /** In the order of the file. */
  pieces: (id: string): Promise<PieceRow[]> => piecesOf(db, id),

  /** Keeps a piece whose bytes are stored, where it begins at the end of what is kept; otherwise its bytes are the caller's to remove. */
  addPiece: (draftId: string, id: string, piece: PieceRow, now = clock.now()): Promise<KeptPiece> =>
    transact(db, async (tx) => {
      if (!(await changeOpenDraft(tx, draftId, { updatedAt: now }))) return 'notOpen';
      const upload = await tx
        .selectFrom('resumableUploads')
        .select('id')
        .where('draftId', '=', draftId)
        .where('id', '=', id)
        .where('fileId', 'is', null)
        .executeTakeFirst();
      const pieces = await piecesOf(tx, id);
      if (!upload || endOf(pieces) !== piece.position) return 'conflict';
      await tx
        .insertInto('uploadPieces')
        .values({ ...piece, uploadId: id })
        .execute();
      return 'kept';
    }),

  /** Removes an upload that is not finished, with its bytes; false where the draft has none by this identifier. */
  async remove(draftId: string, id: string): Promise<boolean> {
    const { uploads, pieces } = await transact(db, async (tx) => {
      await lockDraft(tx, draftId);
      return removeUploads(tx, (eb) =>
        eb.and([eb('draftId', '=', draftId), eb('id', '=', id), eb('fileId', 'is', null)]),
      );
    });
    await removeBytes(pieces);
    return uploads > 0;
  },
});

const isSame = (one: Unfinished, other: NewUpload): boolean =>
  one.modifiedAt !== null &&
  one.modifiedAt === other.modifiedAt &&
  one.name === other.name &&
  one.bytes === other.bytes;

const piecesOf = (db: Db, uploadId: string): Promise<PieceRow[]> =>
  db
    .selectFrom('uploadPieces')
    .select(['position', 'bytes', 'storedName'])
    .where('uploadId', '=', uploadId)
    .orderBy('position')
    .execute();

const endOf = (pieces: readonly PieceRow[]): number => pieces.reduce((end, { bytes }) => end + bytes, 0);
