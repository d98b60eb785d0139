import { lockDraft } from '../drafts/drafts.ts';
import type { Db } from '../engine/database.ts';
import { exclusively } from '../engine/locks.ts';
import type { FileRow, RemovedFile } from '../engine/tables.ts';
import { transact } from '../engine/transaction.ts';

export type HeldFile = Pick<FileRow, 'id' | 'storedName'>;
/** Where an infected file was found: an application keeps it, marked; a draft has lost it. */
export type FoundInfected = { reference: string } | { draftId: string };

/** In this order: a file that is sent in between is met where it comes to, and none is missed. */
const fileTables = ['draftFiles', 'applicationFiles'] as const;

const heldIn = (db: Db, table: (typeof fileTables)[number]) =>
  db.selectFrom(table).select(['id', 'storedName', 'createdAt']).where('scan', '=', 'held');

/**
 * The files that wait for a virus scan. A file keeps its identifier when its draft is sent, so that it is found wherever it is
 * by then.
 */
export const createScans = (db: Db, removeBytes: (storedNames: readonly string[]) => Promise<void>) => ({
  /** Makes files held that came when there was no scanner: now there is one. Gives their number. */
  holdUnscanned: (): Promise<number> =>
    transact(db, async (tx) => {
      let count = 0;
      for (const table of fileTables) {
        const { numUpdatedRows } = await tx
          .updateTable(table)
          .set({ scan: 'held' })
          .where('scan', '=', 'unscanned')
          .executeTakeFirst();
        count += Number(numUpdatedRows);
      }
      return count;
    }),

  /** All held files of drafts and applications, oldest first. */
  held: (): Promise<HeldFile[]> =>
    heldIn(db, 'draftFiles').unionAll(heldIn(db, 'applicationFiles')).orderBy('createdAt').execute(),

  markClean: (id: string): Promise<void> =>
    transact(db, async (tx) => {
      for (const table of fileTables) {
        await tx.updateTable(table).set({ scan: 'clean' }).where('id', '=', id).execute();
      }
    }),

  /** Notes that a held file is infected: see `FoundInfected`. Nothing where it is gone by now. */
  async markInfected(id: string): Promise<FoundInfected | undefined> {
    const found = await transact(db, async (tx) => {
      const removed = await takeFromDraft(tx, id);
      if (removed) return removed;
      return tx
        .updateTable('applicationFiles')
        .set({ scan: 'infected' })
        .where('id', '=', id)
        .returning('reference')
        .executeTakeFirst();
    });
    if (!found || 'reference' in found) return found;
    await removeBytes([found.storedName]);
    return { draftId: found.draftId };
  },

  /** Runs one round of scans, unless another machine is at it: see `exclusively`. */
  alone: <T>(round: () => Promise<T>): Promise<T | undefined> => exclusively(db, 'scans', round),

  /** The files that a draft has lost and its visitor has not been told of. */
  removedFrom: (draftId: string): Promise<RemovedFile[]> =>
    db.selectFrom('removedFiles').select(['id', 'name']).where('draftId', '=', draftId).execute(),

  /** Forgets removed files that the visitor has been told of. */
  async forgetRemoved(files: readonly RemovedFile[]): Promise<void> {
    if (files.length === 0) return;
    const ids = files.map(({ id }) => id);
    await transact(db, (tx) => tx.deleteFrom('removedFiles').where('id', 'in', ids).execute());
  },
});

/** Takes a file out of its draft and notes it for the visitor. The draft is locked: one that is being sent meanwhile is met as sent. */
async function takeFromDraft(tx: Db, id: string) {
  const place = await tx.selectFrom('draftFiles').select('draftId').where('id', '=', id).executeTakeFirst();
  if (!place) return undefined;
  await lockDraft(tx, place.draftId);
  const removed = await tx
    .deleteFrom('draftFiles')
    .where('id', '=', id)
    .returning(['id', 'draftId', 'name', 'storedName'])
    .executeTakeFirst();
  if (!removed) return undefined;
  const { storedName, ...row } = removed;
  await tx.insertInto('removedFiles').values(row).execute();
  return removed;
}
