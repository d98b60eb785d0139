import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../engine/database.ts';
import type { ResumableUploadRow, Tables } from '../engine/tables.ts';

/** A file of which a part has come: `received` bytes of `bytes`. */
export type Unfinished = Pick<ResumableUploadRow, 'id' | 'name' | 'bytes' | 'modifiedAt'> & {
  received: number;
};

/** Which uploads are meant: a condition on the table `resumableUploads`. */
type Which = (eb: ExpressionBuilder<Tables, 'resumableUploads'>) => ReturnType<typeof eb.and>;

const piecesOf = sql<number>`
  (select cast(coalesce(sum(bytes), 0) as bigint) from upload_pieces where upload_id = resumable_uploads.id)
`;

/** The unfinished uploads of a draft, in the order in which they were begun. */
export const unfinishedOf = (db: Db, draftId: string): Promise<Unfinished[]> =>
  db
    .selectFrom('resumableUploads')
    .select(['id', 'name', 'bytes', 'modifiedAt', piecesOf.as('received')])
    .where('draftId', '=', draftId)
    .where('fileId', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

/** Deletes the rows of pieces; gives their stored names. */
export async function removePieces(tx: Db, which: Which): Promise<string[]> {
  const pieces = await tx
    .deleteFrom('uploadPieces')
    .where('uploadId', 'in', tx.selectFrom('resumableUploads').select('id').where(which))
    .returning('storedName')
    .execute();
  return pieces.map(({ storedName }) => storedName);
}

/** Deletes uploads with their pieces; gives their number and the stored names of the pieces, whose bytes are the caller's to remove. */
export async function removeUploads(tx: Db, which: Which): Promise<{ uploads: number; pieces: string[] }> {
  const pieces = await removePieces(tx, which);
  const { numDeletedRows } = await tx.deleteFrom('resumableUploads').where(which).executeTakeFirst();
  return { uploads: Number(numDeletedRows), pieces };
}

/** The same for all unfinished uploads of drafts. */
export const removeUnfinished = (tx: Db, draftIds: readonly string[]) =>
  removeUploads(tx, (eb) => eb.and([eb('draftId', 'in', draftIds), eb('fileId', 'is', null)]));
