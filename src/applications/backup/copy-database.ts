import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { DATABASE_FILE, type Db, isPostgres } from '../store/engine/database.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import type { Tables } from '../store/engine/tables.ts';

type Name = keyof Tables;
/** A row of any table. Both engines return text, integers and null. */
type Row = Record<string, string | number | null>;

/** Rows per page. Bounds memory, because draft rows may be large. */
const BATCH_SIZE = 100;

/** All tables. Referenced tables come first. */
export const tableNames = Object.keys({
  applications: true,
  applicationFiles: true,
  drafts: true,
  draftFiles: true,
  removedFiles: true,
  resumableUploads: true,
  uploadPieces: true,
  deliveries: true,
  sessions: true,
  limits: true,
} satisfies Record<Name, true>) as Name[];

/** Writes a consistent snapshot of all tables to a missing or empty SQLite file in `folder`, without blocking writers. */
export async function copyDatabase(db: Db, folder: string): Promise<void> {
  if (!isPostgres(db)) {
    await sql`vacuum into ${path.join(folder, DATABASE_FILE)}`.execute(db);
    return;
  }
  const copy = await openMigrated({ dataDir: folder });
  try {
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    // Ends the snapshot before the copy is committed, because PostgreSQL aborts transactions that are idle for too long.
    await copy.transaction().execute((to) => snapshot.execute((from) => copyRows(from, to)));
  } finally {
    await copy.destroy();
  }
}

/** Copies all rows to empty tables by column name. Each database must be in a transaction or unused by other processes. */
export async function copyRows(from: Db, to: Db): Promise<void> {
  for (const name of tableNames) {
    for await (const rows of isPostgres(from) ? readPostgresRows(from, name) : readSqliteRows(from, name)) {
      if (rows.length > 0) await untyped(to).insertInto(name).values(rows).execute();
    }
  }
}

const untyped = (db: Db) => db as unknown as Kysely<Record<Name, Row>>;

async function* readPostgresRows(tx: Db, name: Name): AsyncGenerator<Row[]> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(name)}`.execute(tx);
  let batch: Row[];
  do {
    batch = (await sql<Row>`fetch ${sql.lit(BATCH_SIZE)} from copied`.execute(tx)).rows;
    yield batch;
  } while (batch.length > 0);
  await sql`close copied`.execute(tx);
}

async function* readSqliteRows(db: Db, name: Name): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of untyped(db).selectFrom(name).selectAll().stream()) {
    batch.push(row);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

export async function countsOf(db: Db): Promise<{ applications: number; drafts: number }> {
  const count = async (table: 'applications' | 'drafts') => {
    const rows = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
    return (await rows.executeTakeFirstOrThrow()).count;
  };
  return { applications: await count('applications'), drafts: await count('drafts') };
}
