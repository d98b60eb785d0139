import { lockDraft } from '../drafts/drafts.ts';
import { loseContent, type RemoveFiles } from '../drafts/unsent-files.ts';
import { type Db, exclusively, transact } from '../engine/database.ts';
import type { FileRow } from '../engine/tables.ts';

type HeldFile = Pick<FileRow, 'id' | 'storedName'>;
/** An application keeps the content of an infected file, and a draft does not. */
type InfectedFileLocation = { reference: string } | { draftId: string };

/** Tables in the order in which they are updated, so that a file is not missed if its draft is submitted in between. */
const fileTables = ['draftFiles', 'applicationFiles'] as const;

const selectHeld = (db: Db, table: (typeof fileTables)[number]) =>
  db.selectFrom(table).select(['id', 'storedName', 'createdAt']).where('scan', '=', 'held');

/** Creates the store for files that wait for a virus scan. A file keeps its id when its draft is submitted. */
export const createScans = (db: Db, removeFiles: RemoveFiles) => ({
  /** Called once a scanner is configured. Returns the number of files. */
  holdUnscanned: (): Promise<number> =>
    transact(db, async (tx) => {
      let count = 0;
      for (const table of fileTables) {
        const unscanned = tx.updateTable(table).set({ scan: 'held' }).where('scan', '=', 'unscanned');
        count += Number((await unscanned.executeTakeFirst()).numUpdatedRows);
      }
      return count;
    }),

  /** Returns all held files of drafts and applications, oldest first. */
  listHeldFiles: (): Promise<HeldFile[]> =>
    selectHeld(db, 'draftFiles').unionAll(selectHeld(db, 'applicationFiles')).orderBy('createdAt').execute(),

  markClean: (id: string): Promise<void> => updateFile(db, id, { scan: 'clean', scanReason: null }),

  /** Records why a held file could not be scanned. */
  markHeld: (id: string, scanReason: string): Promise<void> => updateFile(db, id, { scanReason }),

  /** Marks a file as infected. Returns undefined if it no longer exists. */
  async markInfected(id: string): Promise<InfectedFileLocation | undefined> {
    const found = await transact(db, async (tx) => {
      const inDraft = await markInDraft(tx, id);
      if (inDraft) return inDraft;
      const sent = tx.updateTable('applicationFiles').set({ scan: 'infected', scanReason: null });
      return sent.where('id', '=', id).returning('reference').executeTakeFirst();
    });
    if (!found || 'reference' in found) return found;
    await removeFiles([found.storedName]);
    return { draftId: found.draftId };
  },

  /** Runs one round of scans, unless another machine is scanning. */
  exclusively: <T>(round: () => Promise<T>): Promise<T | undefined> => exclusively(db, 'scans', round),
});

const updateFile = (db: Db, id: string, changes: Partial<FileRow>): Promise<void> =>
  transact(db, async (tx) => {
    for (const table of fileTables) await tx.updateTable(table).set(changes).where('id', '=', id).execute();
  });

/** Marks a draft's file, and deletes its content. Locks the draft, so that a concurrent submission is noticed. */
async function markInDraft(tx: Db, id: string) {
  const file = tx.selectFrom('draftFiles').select(['id', 'draftId', 'storedName']).where('id', '=', id);
  const found = await file.executeTakeFirst();
  if (!found) return undefined;
  await lockDraft(tx, found.draftId);
  const row = await file.executeTakeFirst();
  if (row) await loseContent(tx, [row], 'infected');
  return row;
}
