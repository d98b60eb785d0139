import { newIdentifier } from '../../../lib/identifiers.ts';
import { renameToType } from '../../rules/file-types.ts';
import { MAX_FILES } from '../../rules/limits.ts';
import type { Clock } from '../engine/clock.ts';
import { type Db, transact } from '../engine/database.ts';
import { type FileRow, fileColumns, isLost } from '../engine/tables.ts';
import { changeOpenDraft, lockDraft } from './drafts.ts';
import { findUpload, type RemoveFiles, removeChunks, removeUploads, unfinishedOf } from './unsent-files.ts';

export type StoredFile = FileRow;
/** A file received in a request. It has an `id` once it is in the draft. */
export type IncomingFile = Pick<FileRow, 'name' | 'sha256'> & { id?: string };
/** A committed file. */
export type NewFile = Pick<FileRow, 'name' | 'type' | 'bytes' | 'sha256' | 'storedName' | 'scan'>;
/** Reason for a refused file. `notOpen`: the draft was submitted or does not exist. */
export type AddFileRefusal = 'tooManyFiles' | 'notOpen';
/** `isNew: false` means that the draft already had this file and the caller must remove the committed duplicate. */
type AddedFile = { file: StoredFile; isNew: boolean } | { refused: AddFileRefusal };

type AddOptions = {
  /** The upload that became this file. */
  uploadId?: string;
  /** Name of the file before it got the extension of its content. */
  sentName?: string;
  now?: number;
};

export const createDraftFiles = (db: Db, clock: Clock, removeFiles: RemoveFiles) => ({
  files: (draftId: string): Promise<StoredFile[]> => filesOf(db, draftId),

  isFull: (draftId: string, sentName: string): Promise<boolean> => isDraftFull(db, draftId, sentName),

  /**
   * Adds a file within the limits, unless the draft has it already. Replaces unfinished uploads and lost files with the same name.
   * The caller must remove a refused file.
   */
  async addFile(
    draftId: string,
    file: NewFile,
    { now = clock.now(), sentName = file.name, uploadId }: AddOptions = {},
  ): Promise<AddedFile> {
    const addition = { draftId, file, sentName, uploadId, now };
    const { chunks, ...added } = await transact(db, (tx) => addTo(tx, addition));
    await removeFiles(chunks);
    return added;
  },

  /** Returns false if the draft has no such file. */
  async removeFile(draftId: string, fileId: string): Promise<boolean> {
    const row = await transact(db, async (tx) => {
      // Waits for a concurrent submission, which takes the file out of the draft.
      await lockDraft(tx, draftId);
      const own = tx.deleteFrom('draftFiles').where('draftId', '=', draftId).where('id', '=', fileId);
      return own.returning('storedName').executeTakeFirst();
    });
    if (row) await removeFiles([row.storedName]);
    return row !== undefined;
  },
});

type Addition = {
  draftId: string;
  file: NewFile;
  sentName: string;
  uploadId: string | undefined;
  now: number;
};

/** Adds a file. Locks the draft, so that concurrent files are counted one by one. `chunks` are the stored names of deleted rows. */
async function addTo(tx: Db, addition: Addition): Promise<AddedFile & { chunks: string[] }> {
  const { draftId, file, now, uploadId } = addition;
  if (!(await changeOpenDraft(tx, draftId, { updatedAt: now }))) return { refused: 'notOpen', chunks: [] };
  const files = await filesOf(tx, draftId);
  const made = uploadId && (await fileOfUpload(tx, addition, uploadId));
  if (made === 'gone') return { refused: 'notOpen', chunks: [] };
  const earlier = made ? files.find(({ id }) => id === made) : undefined;
  if (earlier) return { file: earlier, isNew: false, chunks: [] };
  const chunks = await deleteChunks(tx, addition);
  const known = files.find(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
  if (known) {
    await finishUpload(tx, addition, known.id);
    return { file: known, isNew: false, chunks };
  }
  const others = (await unfinishedOf(tx, draftId)).filter(({ id }) => id !== uploadId);
  const replaced = files.find((one) => isLost(one) && one.name === file.name);
  if (files.length - (replaced ? 1 : 0) + others.length >= MAX_FILES)
    return { refused: 'tooManyFiles', chunks };
  // The file takes the id of the lost one, because the applicant's page shows that.
  const { id, position } = replaced ?? { id: newIdentifier(), position: (files.at(-1)?.position ?? 0) + 1 };
  await tx.deleteFrom('draftFiles').where('id', '=', id).execute();
  const row: StoredFile = { ...file, id, scanReason: null, position, createdAt: now };
  await tx
    .insertInto('draftFiles')
    .values({ ...row, draftId })
    .execute();
  await finishUpload(tx, addition, row.id);
  return { file: row, isNew: true, chunks };
}

/** Returns the file that a concurrent request has created from an upload, if any, or `gone` if the upload was removed. */
async function fileOfUpload(tx: Db, { draftId }: Addition, id: string): Promise<string | null | 'gone'> {
  const row = await findUpload(tx, draftId, id);
  return row ? row.fileId : 'gone';
}

/** Deletes the chunks of the upload, or unfinished uploads of the same name. Returns stored names. */
async function deleteChunks(tx: Db, { draftId, sentName, uploadId }: Addition): Promise<string[]> {
  if (uploadId !== undefined) {
    const chunks = await removeChunks(tx, (eb) => eb('id', '=', uploadId));
    return chunks.map(({ storedName }) => storedName);
  }
  const { chunks } = await removeUploads(tx, (eb) =>
    eb.and([eb('draftId', '=', draftId), eb('fileId', 'is', null), eb('name', '=', sentName)]),
  );
  return chunks;
}

/** Marks an upload as finished. Deletes finished uploads of the same or of removed files, because no limit counts their rows. */
async function finishUpload(tx: Db, { draftId, uploadId }: Addition, fileId: string): Promise<void> {
  if (uploadId === undefined) return;
  const otherFiles = tx
    .selectFrom('draftFiles')
    .select('id')
    .where('draftId', '=', draftId)
    .where('id', '!=', fileId);
  await tx
    .deleteFrom('resumableUploads')
    .where('draftId', '=', draftId)
    .where('fileId', 'is not', null)
    .where('fileId', 'not in', otherFiles)
    .execute();
  await tx.updateTable('resumableUploads').set({ fileId }).where('id', '=', uploadId).execute();
}

/** Whether a draft can take no file with this name, which may replace a lost file and replaces its own unfinished upload. */
export async function isDraftFull(db: Db, draftId: string, sentName: string): Promise<boolean> {
  const files = await filesOf(db, draftId);
  const unfinished = await unfinishedOf(db, draftId);
  const others = [
    ...files.filter((file) => !isLost(file) || file.name !== renameToType(sentName, file.type)),
    ...unfinished.filter(({ name }) => name !== sentName),
  ];
  return others.length >= MAX_FILES;
}

export const filesOf = (db: Db, draftId: string): Promise<StoredFile[]> =>
  db
    .selectFrom('draftFiles')
    .select(fileColumns)
    .where('draftId', '=', draftId)
    .orderBy('position')
    .execute();
