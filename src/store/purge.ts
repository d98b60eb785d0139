import type { Db } from './database.ts';

/** Removes applications by their references, with the drafts that they were; gives the stored names of their files. */
export const removeApplications = (db: Db, references: readonly string[]): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    const files = await tx
      .deleteFrom('applicationFiles')
      .where('reference', 'in', references)
      .returning('storedName')
      .execute();
    await tx.deleteFrom('drafts').where('reference', 'in', references).execute();
    await tx.deleteFrom('applications').where('reference', 'in', references).execute();
    return files.map(({ storedName }) => storedName);
  });
