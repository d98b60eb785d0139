import { type Db, openDatabase } from '../store/engine/database.ts';
import type { FileRow } from '../store/engine/tables.ts';

/** `reference`: the application that has the file; null where it is a draft's. */
type CopiedFile = Pick<FileRow, 'storedName' | 'name' | 'bytes' | 'sha256'> & {
  reference: string | null;
};

/** Opens a copy of the database, which no site uses, to look at what it names. It stays as old as it is. */
export function openCopy(file: string) {
  const db = openDatabase(file);
  const columns = ['storedName', 'name', 'bytes', 'sha256'] as const;
  return {
    /** Those of applications first. */
    async files(): Promise<CopiedFile[]> {
      const sent = await db.selectFrom('applicationFiles').select(columns).select('reference').execute();
      const kept = await db.selectFrom('draftFiles').select(columns).execute();
      return [...sent, ...kept.map((draftFile) => ({ ...draftFile, reference: null }))];
    },

    /** Takes a file out of its draft, whose visitor has removed it since the database was copied. */
    async forgetDraftFile(storedName: string): Promise<void> {
      await db.deleteFrom('draftFiles').where('storedName', '=', storedName).execute();
    },

    /** A visitor whose file has not come whole sends it again. */
    async forgetUnfinished(): Promise<void> {
      await db.deleteFrom('resumableUploads').where('fileId', 'is', null).execute();
      await db.deleteFrom('uploadPieces').execute();
    },

    counts: () => countsOf(db),

    close: () => db.destroy(),
  };
}

export async function countsOf(db: Db): Promise<{ applications: number; drafts: number }> {
  const count = async (table: 'applications' | 'drafts') => {
    const rows = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
    return (await rows.executeTakeFirstOrThrow()).count;
  };
  return { applications: await count('applications'), drafts: await count('drafts') };
}
