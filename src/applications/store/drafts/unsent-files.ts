import { type ExpressionBuilder, sql } from 'kysely';
import { type Db, transact } from '../engine/database.ts';
import type { ResumableUploadRow, Tables } from '../engine/tables.ts';

export type RemoveFiles = (storedNames: readonly string[]) => Promise<number>;

/** Maximum drafts per transaction, because writers wait for it. */
const MAX_DRAFTS_PER_TRANSACTION = 20;

/**
 * Deletes rows of unsent drafts' files until the rest have at most `maxBytes` in total, beginning with the oldest drafts without a
 * solved captcha. Records the files in `removedFiles`, so that each applicant is notified. Returns stored names, which the caller
 * must remove.
 */
export async function removeExcessFiles(db: Db, maxBytes: number): Promise<string[]> {
  const storedNames: string[] = [];
  for (;;) {
    const excess = (await unsentBytes(db)) - maxBytes;
    // Also true for an unknown maximum (NaN).
    if (!(excess > 0)) return storedNames;
    const removed = await transact(db, (tx) => removeOldest(tx, excess));
    if (removed.length === 0) return storedNames;
    storedNames.push(...removed);
  }
}

/** Sums all draft files and pieces. All of them are unsent, because a submission moves its files to the application. */
async function unsentBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select cast(
      (select coalesce(sum(bytes), 0) from draft_files) + (select coalesce(sum(bytes), 0) from upload_pieces)
    as bigint) as bytes
  `.execute(db);
  return rows[0]?.bytes ?? 0;
}

async function removeOldest(tx: Db, excess: number): Promise<string[]> {
  const oldest = await tx
    .selectFrom('drafts')
    .select('id')
    .where('reference', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('draftFiles').select('id').whereRef('draftId', '=', 'drafts.id')),
        exists(
          selectFrom('resumableUploads')
            .innerJoin('uploadPieces', 'uploadId', 'resumableUploads.id')
            .select('uploadId')
            .whereRef('draftId', '=', 'drafts.id'),
        ),
      ]),
    )
    .orderBy((eb) => eb.case().when('captchaSolvedAt', 'is', null).then(0).else(1).end())
    .orderBy('createdAt')
    .limit(MAX_DRAFTS_PER_TRANSACTION)
    .forUpdate()
    .skipLocked()
    .execute();
  const storedNames: string[] = [];
  let left = excess;
  for (const { id } of oldest) {
    if (left <= 0) break;
    const removed = await removeFilesOf(tx, id);
    storedNames.push(...removed.storedNames);
    left -= removed.bytes;
  }
  return storedNames;
}

/**
 * Deletes locked drafts. Returns their number, the stored names of their files and pieces, which the caller must remove, and the
 * number of unfinished `uploads`.
 */
export async function deleteDrafts(tx: Db, locked: readonly { id: string }[]) {
  if (locked.length === 0) return { drafts: 0, files: [], uploads: 0 };
  const chosen = locked.map(({ id }) => id);
  const files = await tx
    .deleteFrom('draftFiles')
    .where('draftId', 'in', chosen)
    .returning('storedName')
    .execute();
  const left = await removeUnfinishedUploads(tx, chosen);
  const { numDeletedRows } = await tx.deleteFrom('drafts').where('id', 'in', chosen).executeTakeFirst();
  return {
    drafts: Number(numDeletedRows),
    files: [...files.map(({ storedName }) => storedName), ...left.pieces],
    uploads: left.uploads,
  };
}

/** Removes the files of locked drafts, and records them in `removedFiles`. */
export async function removeFilesOf(tx: Db, ...draftIds: string[]) {
  const unfinished = await unfinishedOf(tx, ...draftIds);
  const { pieces } = await removeUnfinishedUploads(tx, draftIds);
  const files = await tx
    .deleteFrom('draftFiles')
    .where('draftId', 'in', draftIds)
    .returning(['id', 'draftId', 'name', 'bytes', 'storedName'])
    .execute();
  const lost = [...files, ...unfinished].map(({ id, draftId, name }) => ({
    id,
    draftId,
    name,
    reason: 'noRoom' as const,
  }));
  await tx.insertInto('removedFiles').values(lost).execute();
  const bytes =
    files.reduce((sum, file) => sum + file.bytes, 0) +
    unfinished.reduce((sum, upload) => sum + upload.received, 0);
  return { storedNames: [...files.map(({ storedName }) => storedName), ...pieces], bytes };
}

/** An incomplete upload with `received` of `bytes`. */
export type Unfinished = Pick<ResumableUploadRow, 'id' | 'draftId' | 'name' | 'bytes' | 'modifiedAt'> & {
  received: number;
};

/** Builds a condition on the table `resumableUploads`. */
type Condition = (eb: ExpressionBuilder<Tables, 'resumableUploads'>) => ReturnType<typeof eb.and>;

const receivedBytes = sql<number>`
  (select cast(coalesce(sum(bytes), 0) as bigint) from upload_pieces where upload_id = resumable_uploads.id)
`;

/** Returns the unfinished uploads of drafts, oldest first. */
export const unfinishedOf = (db: Db, ...draftIds: string[]): Promise<Unfinished[]> =>
  db
    .selectFrom('resumableUploads')
    .select(['id', 'draftId', 'name', 'bytes', 'modifiedAt', receivedBytes.as('received')])
    .where('draftId', 'in', draftIds)
    .where('fileId', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

/** Finds an upload of a draft. `fileId` is the draft file that it became. */
export const findUpload = (db: Db, draftId: string, id: string) =>
  db
    .selectFrom('resumableUploads')
    .select('fileId')
    .where('draftId', '=', draftId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Deletes the rows of pieces and returns their stored names. */
export async function removePieces(tx: Db, condition: Condition): Promise<string[]> {
  const pieces = await tx
    .deleteFrom('uploadPieces')
    .where('uploadId', 'in', tx.selectFrom('resumableUploads').select('id').where(condition))
    .returning('storedName')
    .execute();
  return pieces.map(({ storedName }) => storedName);
}

/** Deletes uploads and their pieces. The caller must remove the `pieces` from the file store. */
export async function removeUploads(tx: Db, condition: Condition) {
  const pieces = await removePieces(tx, condition);
  const { numDeletedRows } = await tx.deleteFrom('resumableUploads').where(condition).executeTakeFirst();
  return { uploads: Number(numDeletedRows), pieces };
}

const removeUnfinishedUploads = (tx: Db, draftIds: readonly string[]) =>
  removeUploads(tx, (eb) => eb.and([eb('draftId', 'in', draftIds), eb('fileId', 'is', null)]));
