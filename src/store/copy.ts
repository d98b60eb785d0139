import { sql } from 'kysely';
import { openDatabase } from './database.ts';
import { migrations } from './migrations/index.ts';
import type { FileRow } from './tables.ts';

export type CopiedFile = Pick<FileRow, 'storedName' | 'name' | 'bytes' | 'sha256'>;

/** Opens a copy of the database, which no site uses, to look at what it names. It stays as old as it is. */
export function openCopy(file: string) {
  const db = openDatabase(file);
  const columns = ['storedName', 'name', 'bytes', 'sha256'] as const;
  return {
    applicationFiles: (): Promise<(CopiedFile & { reference: string })[]> =>
      db
        .selectFrom('applicationFiles')
        .select([...columns, 'reference'])
        .execute(),

    draftFiles: (): Promise<CopiedFile[]> => db.selectFrom('draftFiles').select(columns).execute(),

    /** Takes a file out of its draft, whose visitor has removed it since the database was copied. */
    async forgetDraftFile(storedName: string): Promise<void> {
      await db.deleteFrom('draftFiles').where('storedName', '=', storedName).execute();
    },

    /** How many applications and drafts there are. */
    async counts(): Promise<{ applications: number; drafts: number }> {
      const count = async (table: 'applications' | 'drafts') =>
        (
          await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
        ).count;
      return { applications: await count('applications'), drafts: await count('drafts') };
    },

    /** Throws where it is damaged, is no database of this site, or was written by a newer version of it. */
    async check(): Promise<void> {
      const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db);
      if (rows[0]?.integrityCheck !== 'ok') throw new Error('the database is damaged');
      const steps = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
      const unknown = steps.rows.find(({ name }) => !Object.hasOwn(migrations, name));
      if (unknown) throw new Error(`the database is from a newer version of the site (${unknown.name})`);
    },

    close: () => db.destroy(),
  };
}
