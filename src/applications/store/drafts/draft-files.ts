import { newIdentifier } from '../../../lib/identifiers.ts';
import type { Values } from '../../rules/fields.ts';
import { renameToType } from '../../rules/file-types.ts';
import { MAX_FILES } from '../../rules/limits.ts';
import type { Clock } from '../engine/clock.ts';
import { type Db, transact } from '../engine/database.ts';
import { type DraftRow, type FileRow, fileColumns, isLost, parseFields } from '../engine/tables.ts';
import { changeOpenDraft, lockDraft } from './drafts.ts';
import {
  findUpload,
  type RemoveFiles,
  removeChunks,
  removeUnfinished,
  unfinishedOf,
} from './unsent-files.ts';

export type StoredFile = FileRow;
/** A file received in a request. It has an `id` once it is in the draft. */
export type IncomingFile = Pick<FileRow, 'name' | 'sha256'> & { id?: string };
/** A committed file. */
export type NewFile = Pick<FileRow, 'name' | 'type' | 'bytes' | 'sha256' | 'storedName' | 'scan'>;
/** `notOpen`: the draft was submitted or does not exist. */
export type AddFileRefusal = 'tooManyFiles' | 'notOpen';
/** `isNew: false`: the draft already had this file, and the caller must remove the committed duplicate. */
type AddedFile = { file: StoredFile; isNew: boolean } | { refused: AddFileRefusal };

type AddOptions = {
  /** The upload that became this file. */
  uploadId?: string;
  /** File name before it got the extension of its content. */
  sentName?: string;
  now?: number;
};
type Addition = AddOptions & { draftId: string; file: NewFile; sentName: string; now: number };

export type OpenDraft = Pick<DraftRow, 'id' | 'language' | 'updatedAt'> & {
  fields: Partial<Values>;
  files: { name: string }[];
};

const DRAFTS_PER_BATCH = 100;

export const createDraftFiles = (db: Db, clock: Clock, removeFiles: RemoveFiles) => ({
  files: (draftId: string): Promise<StoredFile[]> => filesOf(db, draftId),

  /** Yields all open drafts with the names of their files and unfinished uploads. Reads them in batches. */
  async *allOpen(batchSize = DRAFTS_PER_BATCH): AsyncGenerator<OpenDraft, void> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const batch: DraftRow[] = await readOpenDrafts(db, after, batchSize);
      for (const { id, language, updatedAt, fields } of batch) {
        const files = [...(await filesOf(db, id)), ...(await unfinishedOf(db, id))];
        yield { id, language, updatedAt, fields: parseFields(fields), files };
      }
      after = batch.at(-1)?.id;
    }
  },

  isFull: (draftId: string, sentName: string): Promise<boolean> => isDraftFull(db, draftId, sentName),

  /** Adds a file, or replaces an unfinished upload or lost file with the same name. The caller must remove a refused file. */
  async addFile(
    draftId: string,
    file: NewFile,
    { now = clock.now(), sentName = file.name, uploadId }: AddOptions = {},
  ): Promise<AddedFile> {
    const addition = { draftId, file, sentName, uploadId, now };
    const { chunks, ...added } = await transact(db, (tx) => addFileTo(tx, addition));
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

const readOpenDrafts = (db: Db, after: string, size: number): Promise<DraftRow[]> =>
  db
    .selectFrom('drafts')
    .selectAll()
    .where('reference', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(size)
    .execute();

/** Locks the draft, so that concurrent files are counted one by one. `chunks` are the stored names of deleted rows. */
async function addFileTo(tx: Db, addition: Addition): Promise<AddedFile & { chunks: string[] }> {
  const { draftId, file, now, uploadId } = addition;
  if (!(await changeOpenDraft(tx, draftId, { updatedAt: now }))) return { refused: 'notOpen', chunks: [] };
  const upload = uploadId === undefined ? undefined : await findUpload(tx, draftId, uploadId);
  if (uploadId !== undefined && !upload) return { refused: 'notOpen', chunks: [] };
  const files = await filesOf(tx, draftId);
  const added = files.find(({ id }) => id === upload?.fileId);
  if (added) return { file: added, isNew: false, chunks: [] };
  const chunks = await deleteChunks(tx, addition);
  const duplicate = files.find(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
  if (duplicate) {
    await finishUpload(tx, addition, duplicate.id);
    return { file: duplicate, isNew: false, chunks };
  }
  const others = (await unfinishedOf(tx, draftId)).filter(({ id }) => id !== uploadId);
  const replaced = files.find((one) => isLost(one) && one.name === file.name);
  if (files.length - (replaced ? 1 : 0) + others.length >= MAX_FILES)
    return { refused: 'tooManyFiles', chunks };
  // The file takes the lost file's id, which the applicant's page shows.
  const { id, position } = replaced ?? { id: newIdentifier(), position: (files.at(-1)?.position ?? 0) + 1 };
  await tx.deleteFrom('draftFiles').where('id', '=', id).execute();
  const row: StoredFile = { ...file, id, scanReason: null, position, createdAt: now };
  await tx
    .insertInto('draftFiles')
    .values({ ...row, draftId })
    .execute();
  await finishUpload(tx, addition, id);
  return { file: row, isNew: true, chunks };
}

/** Deletes the chunks of the upload, or unfinished uploads with the same name. Returns stored names. */
async function deleteChunks(tx: Db, { draftId, sentName, uploadId }: Addition): Promise<string[]> {
  if (uploadId === undefined)
    return (await removeUnfinished(tx, ({ and }) => and({ draftId, name: sentName }))).chunks;
  const chunks = await removeChunks(tx, ({ and }) => and({ id: uploadId }));
  return chunks.map(({ storedName }) => storedName);
}

/** Marks an upload as finished. Deletes finished uploads of the same or of removed files, whose rows no limit counts. */
async function finishUpload(tx: Db, { draftId, uploadId }: Addition, fileId: string): Promise<void> {
  if (uploadId === undefined) return;
  const ofDraft = tx.selectFrom('draftFiles').select('id').where('draftId', '=', draftId);
  await tx
    .deleteFrom('resumableUploads')
    .where('draftId', '=', draftId)
    .where('fileId', 'is not', null)
    .where('fileId', 'not in', ofDraft.where('id', '!=', fileId))
    .execute();
  await tx.updateTable('resumableUploads').set({ fileId }).where('id', '=', uploadId).execute();
}

/** Whether a draft cannot take a file with this name, which replaces its lost file and its unfinished upload. */
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
