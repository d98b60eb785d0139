import { MAX_DRAFT_BYTES, MAX_FILES } from '../../form/rules/limits.ts';
import { newIdentifier } from '../../lib/identifiers.ts';
import type { Clock } from '../engine/clock.ts';
import type { Db } from '../engine/database.ts';
import { type FileRow, fileColumns } from '../engine/tables.ts';
import { transact } from '../engine/transaction.ts';
import { changeOpenDraft, lockDraft } from './drafts.ts';
import { removePieces, removeUploads, unfinishedOf } from './unfinished-uploads.ts';

export type StoredFile = FileRow;
/** A valid file of a POST; `id` once the draft holds it. */
export type IncomingFile = Pick<FileRow, 'name' | 'sha256'> & { id?: string };
/** A file that `uploads.commit` has put under `storedName`. */
export type NewFile = Pick<FileRow, 'name' | 'type' | 'bytes' | 'sha256' | 'storedName' | 'scan'>;
/** Why a file is not taken: too many, too much altogether, or the draft is sent or gone. */
export type FileRefusal = 'tooManyFiles' | 'draftFull' | 'notOpen';
/** `isNew` is false where the draft held this very file already: then the bytes just committed are the caller's to remove. */
export type AddedFile = { file: StoredFile; isNew: boolean } | { refused: FileRefusal };

/** The files of drafts. Removing one also removes its bytes, by `removeBytes`. */
export const createDraftFiles = (
  db: Db,
  clock: Clock,
  removeBytes: (storedNames: readonly string[]) => Promise<void>,
) => ({
  /** The files in the order in which they came. */
  files: (draftId: string): Promise<StoredFile[]> => filesOf(db, draftId),

  /**
   * Takes a file into the draft, within both limits; a refused one's bytes are the caller's to remove. With `occurrence`
   * a POST that is sent again adds nothing: the nth file of one name and content in its POST is the draft's nth. What has come of
   * the same file in pieces goes; of `uploadId` it is the whole.
   */
  async addFile(
    draftId: string,
    file: NewFile,
    now = clock.now(),
    occurrence = Number.POSITIVE_INFINITY,
    uploadId?: string,
  ): Promise<AddedFile> {
    const { pieces, ...added } = await transact(db, (tx) =>
      addTo(tx, { draftId, file, now, occurrence, uploadId }),
    );
    await removeBytes(pieces);
    return added;
  },

  /** Removes a file of the draft. False where the draft has none by this identifier. */
  async removeFile(draftId: string, fileId: string): Promise<boolean> {
    const row = await transact(db, async (tx) => {
      // The application that the draft becomes meanwhile has counted this file.
      await lockDraft(tx, draftId);
      const own = tx.deleteFrom('draftFiles').where('draftId', '=', draftId).where('id', '=', fileId);
      return own.returning('storedName').executeTakeFirst();
    });
    if (row) await removeBytes([row.storedName]);
    return row !== undefined;
  },
});

type Adding = { draftId: string; file: NewFile; now: number; occurrence: number; uploadId?: string };

/** Locks the draft: files that come together are counted one after another. `pieces`: stored names that have no row any more. */
async function addTo(tx: Db, adding: Adding): Promise<AddedFile & { pieces: string[] }> {
  const { draftId, file, now, occurrence, uploadId } = adding;
  if (!(await changeOpenDraft(tx, draftId, { updatedAt: now }))) return { refused: 'notOpen', pieces: [] };
  const files = await filesOf(tx, draftId);
  const made = uploadId && (await fileOfUpload(tx, adding, uploadId));
  if (made === 'gone') return { refused: 'notOpen', pieces: [] };
  const earlier = made ? files.find(({ id }) => id === made) : undefined;
  if (earlier) return { file: earlier, isNew: false, pieces: [] };
  const pieces = await takePieces(tx, adding);
  const same = files.filter(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
  const known = same[occurrence - 1];
  if (known) {
    await finishUpload(tx, uploadId, known.id);
    return { file: known, isNew: false, pieces };
  }
  const others = (await unfinishedOf(tx, draftId)).filter(({ id }) => id !== uploadId);
  const refused = refusalOf([...files, ...others], file.bytes);
  if (refused) return { refused, pieces };
  const position = (files.at(-1)?.position ?? 0) + 1;
  const row: StoredFile = { ...file, id: newIdentifier(), position, createdAt: now };
  await tx
    .insertInto('draftFiles')
    .values({ ...row, draftId })
    .execute();
  await finishUpload(tx, uploadId, row.id);
  return { file: row, isNew: true, pieces };
}

/** The file that another request has made of an upload meanwhile, if any; `gone` where the upload was removed. */
async function fileOfUpload(tx: Db, { draftId }: Adding, id: string): Promise<string | null | 'gone'> {
  const row = await tx
    .selectFrom('resumableUploads')
    .select('fileId')
    .where('draftId', '=', draftId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? row.fileId : 'gone';
}

/** The pieces of the upload, or of uploads that the file takes the place of. */
async function takePieces(tx: Db, { draftId, file, uploadId }: Adding): Promise<string[]> {
  if (uploadId !== undefined) return removePieces(tx, (eb) => eb.and([eb('id', '=', uploadId)]));
  const { pieces } = await removeUploads(tx, (eb) =>
    eb.and([
      eb('draftId', '=', draftId),
      eb('fileId', 'is', null),
      eb('name', '=', file.name),
      eb('bytes', '=', file.bytes),
    ]),
  );
  return pieces;
}

async function finishUpload(tx: Db, uploadId: string | undefined, fileId: string): Promise<void> {
  if (uploadId === undefined) return;
  await tx.updateTable('resumableUploads').set({ fileId }).where('id', '=', uploadId).execute();
}

/** Why a draft that holds these files, whole or unfinished, takes none of so many bytes; undefined where it does. */
export function refusalOf(held: readonly { bytes: number }[], bytes: number): FileRefusal | undefined {
  if (held.length >= MAX_FILES) return 'tooManyFiles';
  return held.reduce((sum, file) => sum + file.bytes, bytes) > MAX_DRAFT_BYTES ? 'draftFull' : undefined;
}

export const filesOf = (db: Db, draftId: string): Promise<StoredFile[]> =>
  db
    .selectFrom('draftFiles')
    .select(fileColumns)
    .where('draftId', '=', draftId)
    .orderBy('position')
    .execute();
