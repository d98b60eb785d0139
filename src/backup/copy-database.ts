import path from 'node:path';
import { sql } from 'kysely';
import { DATABASE_FILE, type Db } from '../store/engine/database.ts';
import { isPostgres } from '../store/engine/engine.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import { copyRows } from './copy-rows.ts';

/**
 * Writes all tables as they are at one moment to SQLite's file in a folder, whichever engine they come from: the file is empty or not
 * there. Others go on writing meanwhile.
 */
export async function copyDatabase(db: Db, folder: string): Promise<void> {
  if (!isPostgres(db)) {
    await sql`vacuum into ${path.join(folder, DATABASE_FILE)}`.execute(db);
    return;
  }
  const copy = await openMigrated({ dataDir: folder });
  try {
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    // The snapshot ends before the copy is brought to disk: PostgreSQL waits for nobody who is idle in a transaction.
    await copy.transaction().execute((to) => snapshot.execute((from) => copyRows(from, to)));
  } finally {
    await copy.destroy();
  }
}
