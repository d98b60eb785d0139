import { MAX_DRAFT_BYTES, MAX_FILES } from '../application/limits.ts';
import { newIdentifier } from '../lib/identifiers.ts';
import type { Db } from './database.ts';
import { changeOpenDraft, lockDraft } from './drafts.ts';
import type { Clock } from './engine/clock.ts';
import { transact } from './engine/transaction.ts';
import { type FileRow, fileColumns } from './tables.ts';

export type StoredFile = FileRow;
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
  removeBytes: (storedName: string) => Promise<void>,
) => ({
  /** The files in the order in which they came. */
  files: (draftId: string): Promise<StoredFile[]> => filesOf(db, draftId),

  /**
   * Takes a file into the draft, within both limits; a refused one's bytes are the caller's to remove. With `occurrence`
   * a POST that is sent again adds nothing: the nth file of one name and content in its POST is the draft's nth.
   */
  addFile: (
    draftId: string,
    file: NewFile,
    now = clock.now(),
    occurrence = Number.POSITIVE_INFINITY,
  ): Promise<AddedFile> =>
    transact(db, async (tx) => {
      // Locks the draft: files that come together are counted one after another.
      if (!(await changeOpenDraft(tx, draftId, { updatedAt: now }))) return { refused: 'notOpen' };
      const files = await filesOf(tx, draftId);
      const same = files.filter(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
      const known = same[occurrence - 1];
      if (known) return { file: known, isNew: false };
      if (files.length >= MAX_FILES) return { refused: 'tooManyFiles' };
      if (sizeOf(files) + file.bytes > MAX_DRAFT_BYTES) return { refused: 'draftFull' };
      const position = (files.at(-1)?.position ?? 0) + 1;
      const row: StoredFile = { ...file, id: newIdentifier(), position, createdAt: now };
      await tx
        .insertInto('draftFiles')
        .values({ ...row, draftId })
        .execute();
      return { file: row, isNew: true };
    }),

  /** Removes a file of the draft. False where the draft has none by this identifier. */
  async removeFile(draftId: string, fileId: string): Promise<boolean> {
    const row = await transact(db, async (tx) => {
      // The application that the draft becomes meanwhile has counted this file.
      await lockDraft(tx, draftId);
      const own = tx.deleteFrom('draftFiles').where('draftId', '=', draftId).where('id', '=', fileId);
      return own.returning('storedName').executeTakeFirst();
    });
    if (row) await removeBytes(row.storedName);
    return row !== undefined;
  },
});

const filesOf = (db: Db, draftId: string): Promise<StoredFile[]> =>
  db
    .selectFrom('draftFiles')
    .select(fileColumns)
    .where('draftId', '=', draftId)
    .orderBy('position')
    .execute();

const sizeOf = (files: readonly StoredFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
