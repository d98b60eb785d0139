import { MAX_FILES } from '../../rules/limits.ts';
import { lockDraft } from '../drafts/drafts.ts';
import type { RemoveFiles } from '../drafts/unsent-files.ts';
import { type Db, exclusively, transact } from '../engine/database.ts';
import type { FileRow, RemovedFile } from '../engine/tables.ts';

type HeldFile = Pick<FileRow, 'id' | 'storedName'>;
/** Owner of an infected file. In an application the file is only marked, whereas it is removed from a draft. */
type InfectedFileOwner = { reference: string } | { draftId: string };

/** Tables in the order in which they are updated, so that a file is not missed if its draft is submitted in between. */
const fileTables = ['draftFiles', 'applicationFiles'] as const;

const heldIn = (db: Db, table: (typeof fileTables)[number]) =>
  db.selectFrom(table).select(['id', 'storedName', 'createdAt']).where('scan', '=', 'held');

/** Creates the store for files that wait for a virus scan. A file keeps its id when its draft is submitted. */
export const createScans = (db: Db, removeFiles: RemoveFiles) => ({
  /** Marks all unscanned files as held. Called once a scanner is configured. Returns their number. */
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

  /** Returns all held files of drafts and applications, oldest first. */
  held: (): Promise<HeldFile[]> =>
    heldIn(db, 'draftFiles').unionAll(heldIn(db, 'applicationFiles')).orderBy('createdAt').execute(),

  markClean: (id: string): Promise<void> => updateFile(db, id, { scan: 'clean', scanReason: null }),

  /** Records why a held file could not be scanned. */
  markHeld: (id: string, scanReason: string): Promise<void> => updateFile(db, id, { scanReason }),

  /** Marks an application's file as infected, or removes a draft's file. Returns undefined if the file no longer exists. */
  async markInfected(id: string): Promise<InfectedFileOwner | undefined> {
    const found = await transact(db, async (tx) => {
      const removed = await removeFromDraft(tx, id);
      if (removed) return removed;
      return tx
        .updateTable('applicationFiles')
        .set({ scan: 'infected', scanReason: null })
        .where('id', '=', id)
        .returning('reference')
        .executeTakeFirst();
    });
    if (!found || 'reference' in found) return found;
    await removeFiles([found.storedName]);
    return { draftId: found.draftId };
  },

  /** Runs one round of scans, unless another machine is scanning. */
  exclusively: <T>(round: () => Promise<T>): Promise<T | undefined> => exclusively(db, 'scans', round),

  /** Returns at most `MAX_FILES` removed files of a draft that the applicant has not been notified of. */
  removedFiles: (draftId: string): Promise<RemovedFile[]> =>
    db
      .selectFrom('removedFiles')
      .select(['id', 'name', 'reason'])
      .where('draftId', '=', draftId)
      .limit(MAX_FILES)
      .execute(),

  /** Clears removed files after the applicant was notified. */
  async clearRemovedFiles(files: readonly RemovedFile[]): Promise<void> {
    if (files.length === 0) return;
    const ids = files.map(({ id }) => id);
    await transact(db, (tx) => tx.deleteFrom('removedFiles').where('id', 'in', ids).execute());
  },
});

const updateFile = (db: Db, id: string, changes: Partial<FileRow>): Promise<void> =>
  transact(db, async (tx) => {
    for (const table of fileTables) await tx.updateTable(table).set(changes).where('id', '=', id).execute();
  });

/** Moves a file from its draft to `removedFiles`. Locks the draft, so that a concurrent submission is noticed. */
async function removeFromDraft(tx: Db, id: string) {
  const row = await tx.selectFrom('draftFiles').select('draftId').where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  await lockDraft(tx, row.draftId);
  const removed = await tx
    .deleteFrom('draftFiles')
    .where('id', '=', id)
    .returning(['id', 'draftId', 'name', 'storedName'])
    .executeTakeFirst();
  if (!removed) return undefined;
  const { storedName, ...removedFile } = removed;
  await tx
    .insertInto('removedFiles')
    .values({ ...removedFile, reason: 'infected' })
    .execute();
  return removed;
}
