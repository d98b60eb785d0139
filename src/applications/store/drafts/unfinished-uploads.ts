import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../engine/database.ts';
import type { ResumableUploadRow, Tables } from '../engine/tables.ts';

/** An incomplete upload with `received` of `bytes`. */
export type Unfinished = Pick<ResumableUploadRow, 'id' | 'draftId' | 'name' | 'bytes' | 'modifiedAt'> & {
  received: number;
};

/** Condition on the table `resumableUploads`. */
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
export async function removeUploads(
  tx: Db,
  condition: Condition,
): Promise<{ uploads: number; pieces: string[] }> {
  const pieces = await removePieces(tx, condition);
  const { numDeletedRows } = await tx.deleteFrom('resumableUploads').where(condition).executeTakeFirst();
  return { uploads: Number(numDeletedRows), pieces };
}

export const removeUnfinishedUploads = (tx: Db, draftIds: readonly string[]) =>
  removeUploads(tx, (eb) => eb.and([eb('draftId', 'in', draftIds), eb('fileId', 'is', null)]));
