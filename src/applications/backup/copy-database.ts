import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { DATABASE_FILE, type Db, isPostgres } from '../store/engine/database.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import type { Tables } from '../store/engine/tables.ts';

type TableName = keyof Tables;
/** A row of any table. Both engines return only text, integers and null. */
type Row = Record<string, string | number | null>;

/** Number of rows per query. Limits memory use, because draft rows may be large. */
const BATCH_SIZE = 500;

/** Primary keys of all tables. Referenced tables come first. */
const primaryKeys = {
  applications: ['reference'],
  applicationFiles: ['id'],
  drafts: ['id'],
  draftFiles: ['id'],
  removedFiles: ['id'],
  resumableUploads: ['id'],
  uploadPieces: ['uploadId', 'position'],
  deliveries: ['reference', 'channel'],
  sessions: ['id'],
  limits: ['key'],
} satisfies Record<TableName, string[]>;
export const tableNames = Object.keys(primaryKeys) as TableName[];

/** Writes a consistent snapshot of all tables to an empty SQLite file in `folder`, without blocking writers. */
export async function copyDatabase(db: Db, folder: string): Promise<void> {
  if (!isPostgres(db)) {
    await sql`vacuum into ${path.join(folder, DATABASE_FILE)}`.execute(db);
    return;
  }
  await withDatabase(openMigrated({ dataDir: folder }), async (copy) => {
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    // Ends the snapshot before the copy is committed, because PostgreSQL aborts transactions that are idle for too long.
    await copy.transaction().execute((to) => snapshot.execute((from) => copyRows(from, to)));
  });
}

/** Copies all rows to empty tables by column name. Each database must be in a transaction or unused by other processes. */
export async function copyRows(from: Db, to: Db): Promise<void> {
  for (const name of tableNames) {
    for (let offset = 0; ; offset += BATCH_SIZE) {
      const page = untyped(from)
        .selectFrom(name)
        .selectAll()
        .orderBy(sql.join(primaryKeys[name].map((key) => sql.ref(key))))
        .limit(BATCH_SIZE)
        .offset(offset);
      const rows = await page.execute();
      if (rows.length === 0) break;
      await untyped(to).insertInto(name).values(rows).execute();
    }
  }
}

const untyped = (db: Db) => db as unknown as Kysely<Record<TableName, Row>>;

export async function countRows(db: Db): Promise<{ applications: number; drafts: number }> {
  const count = async (table: 'applications' | 'drafts') => {
    const rows = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
    return (await rows.executeTakeFirstOrThrow()).count;
  };
  return { applications: await count('applications'), drafts: await count('drafts') };
}

/** Opens a database for `use`, then closes it. */
export async function withDatabase<T>(opened: Db | Promise<Db>, use: (db: Db) => Promise<T>): Promise<T> {
  const db = await opened;
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
