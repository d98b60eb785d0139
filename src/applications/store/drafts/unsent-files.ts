import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { HOUR_MS } from '../../../lib/days.ts';
import { newFileName } from '../../../lib/identifiers.ts';
import { MIN_UNUSED_HOURS } from '../../rules/limits.ts';
import { type Db, transact } from '../engine/database.ts';
import type { FileRow, ResumableUploadRow, Tables } from '../engine/tables.ts';

export type RemoveFiles = (storedNames: readonly string[]) => Promise<number>;

/** Maximum drafts that lose their files in one transaction, for which writers wait. */
const MAX_EMPTIED_DRAFTS = 20;

const UNSENT_BYTES_TTL_MS = 10_000;

/** Deletes the content of draft files, but not their rows, so that applicants see the loss. The caller must remove the files. */
export async function loseContent(
  tx: Db,
  files: readonly Pick<FileRow, 'id'>[],
  scan: 'clean' | 'infected',
): Promise<void> {
  for (const { id } of files) {
    const lost = { bytes: 0, sha256: '', storedName: newFileName(), scan, scanReason: null };
    await tx.updateTable('draftFiles').set(lost).where('id', '=', id).execute();
  }
}

/**
 * Frees `excess` bytes of files and chunks, beginning with the draft that is unused for the longest time, and none of a draft that
 * was used within `MIN_UNUSED_HOURS`. Returns stored names, which the caller must remove.
 */
export async function removeUnusedFiles(db: Db, excess: number, now: number): Promise<string[]> {
  const before = now - MIN_UNUSED_HOURS * HOUR_MS;
  const removed: StoredPart[] = [];
  for (let left = excess; left > 0; ) {
    const some = await transact(db, (tx) => emptyOldestDrafts(tx, left, before));
    if (some.length === 0) break;
    removed.push(...some);
    left -= sizeOf(some);
  }
  return removed.map(({ storedName }) => storedName);
}

/** Sums all draft files and chunks. All of them are unsent, because a submission moves its files to the application. */
export async function sumUnsentBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select cast(
      (select coalesce(sum(bytes), 0) from draft_files) + (select coalesce(sum(bytes), 0) from upload_chunks)
    as bigint) as bytes
  `.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Returns a function that sums unsent bytes at most every `UNSENT_BYTES_TTL_MS`: every file and chunk asks for the sum. */
export function rememberUnsentBytes(db: Db): () => Promise<number> {
  let bytes = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt < UNSENT_BYTES_TTL_MS) return bytes;
    readAt = performance.now();
    bytes = await sumUnsentBytes(db);
    return bytes;
  };
}

type StoredPart = Pick<FileRow, 'storedName' | 'bytes'>;
const sizeOf = (parts: readonly StoredPart[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

async function emptyOldestDrafts(tx: Db, excess: number, before: number): Promise<StoredPart[]> {
  const withFiles = tx.selectFrom('draftFiles').select('draftId').where('bytes', '>', 0);
  const withChunks = tx
    .selectFrom('resumableUploads')
    .innerJoin('uploadChunks', 'uploadId', 'resumableUploads.id')
    .select('draftId');
  const oldest = await tx
    .selectFrom('drafts')
    .select('id')
    .where('reference', 'is', null)
    .where('updatedAt', '<', before)
    .where('id', 'in', withFiles.unionAll(withChunks))
    .orderBy('updatedAt')
    .limit(MAX_EMPTIED_DRAFTS)
    .forUpdate()
    .skipLocked()
    .execute();
  const removed: StoredPart[] = [];
  for (const { id } of oldest) {
    if (sizeOf(removed) >= excess) break;
    removed.push(...(await emptyDraft(tx, id)));
  }
  return removed;
}

/** Empties a locked draft. Its uploads stay, so that they still block a submit. */
async function emptyDraft(tx: Db, draftId: string): Promise<StoredPart[]> {
  const files = await tx
    .selectFrom('draftFiles')
    .select(['id', 'storedName', 'bytes'])
    .where('draftId', '=', draftId)
    .where('bytes', '>', 0)
    .execute();
  await loseContent(tx, files, 'clean');
  return [...files, ...(await removeChunks(tx, ({ and }) => and({ draftId })))];
}

/** Deletes locked drafts. Returns counts, and the stored names of `files` and chunks, which the caller must remove. */
export async function deleteDrafts(tx: Db, locked: readonly { id: string }[]) {
  if (locked.length === 0) return { drafts: 0, files: [], uploads: 0 };
  const ids = locked.map(({ id }) => id);
  const files = await tx
    .deleteFrom('draftFiles')
    .where('draftId', 'in', ids)
    .returning('storedName')
    .execute();
  const { chunks, uploads } = await removeUnfinished(tx, (eb) => eb('draftId', 'in', ids));
  const { numDeletedRows } = await tx.deleteFrom('drafts').where('id', 'in', ids).executeTakeFirst();
  const storedNames = [...files.map(({ storedName }) => storedName), ...chunks];
  return { drafts: Number(numDeletedRows), files: storedNames, uploads };
}

/** An incomplete upload with `received` of `bytes`. */
export type Unfinished = Pick<ResumableUploadRow, 'id' | 'draftId' | 'name' | 'bytes' | 'modifiedAt'> & {
  received: number;
};

/** Builds a condition on the table `resumableUploads`. */
type Condition = (eb: ExpressionBuilder<Tables, 'resumableUploads'>) => Expression<SqlBool>;

const receivedBytes = sql<number>`
  (select cast(coalesce(sum(bytes), 0) as bigint) from upload_chunks where upload_id = resumable_uploads.id)
`;

/** Returns a draft's unfinished uploads, oldest first. */
export const unfinishedOf = (db: Db, draftId: string): Promise<Unfinished[]> =>
  db
    .selectFrom('resumableUploads')
    .select(['id', 'draftId', 'name', 'bytes', 'modifiedAt', receivedBytes.as('received')])
    .where(({ and }) => and({ draftId, fileId: null }))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

/** Finds an upload in a draft. `fileId` is the draft file that it became. */
export const findUpload = (db: Db, draftId: string, id: string) =>
  db
    .selectFrom('resumableUploads')
    .select('fileId')
    .where(({ and }) => and({ draftId, id }))
    .executeTakeFirst();

/** Deletes the rows of chunks. The caller must remove them from the file store. */
export const removeChunks = (tx: Db, condition: Condition): Promise<StoredPart[]> =>
  tx
    .deleteFrom('uploadChunks')
    .where('uploadId', 'in', tx.selectFrom('resumableUploads').select('id').where(condition))
    .returning(['storedName', 'bytes'])
    .execute();

/** Deletes unfinished uploads and their chunks. The caller must remove the `chunks` from the file store. */
export async function removeUnfinished(tx: Db, condition: Condition) {
  const chunks = await removeChunks(tx, condition);
  const unfinished = tx.deleteFrom('resumableUploads').where(condition).where('fileId', 'is', null);
  const { numDeletedRows } = await unfinished.executeTakeFirst();
  return { uploads: Number(numDeletedRows), chunks: chunks.map(({ storedName }) => storedName) };
}
