import { type Kysely, sql } from 'kysely';
import type { Db } from '../store/engine/database.ts';
import { isPostgres } from '../store/engine/engine.ts';
import type { Tables } from '../store/engine/tables.ts';

type Name = keyof Tables;
/** A row of whatever table: both engines give texts, whole numbers and null. */
type Row = Record<string, string | number | null>;

/** Rows that are in memory at a time: the texts of a hundred drafts are 32 MB at most. */
const ROWS_AT_ONCE = 100;

/** Every table; one that points to another stands behind it. */
export const tableNames = Object.keys({
  applications: true,
  applicationFiles: true,
  drafts: true,
  draftFields: true,
  draftFiles: true,
  removedFiles: true,
  resumableUploads: true,
  uploadPieces: true,
  deliveries: true,
  sessions: true,
  limits: true,
} satisfies Record<Name, true>) as Name[];

/** Copies all rows to tables that have none, by the names of their columns. Both ends are within transactions, or used by nobody else. */
export async function copyRows(from: Db, to: Db): Promise<void> {
  for (const name of tableNames) {
    for await (const rows of isPostgres(from) ? fetched(from, name) : read(from, name)) {
      if (rows.length > 0) await untyped(to).insertInto(name).values(rows).execute();
    }
  }
}

const untyped = (db: Db) => db as unknown as Kysely<Record<Name, Row>>;

/** PostgreSQL itself keeps the place in the table, by a cursor. */
async function* fetched(tx: Db, name: Name): AsyncGenerator<Row[]> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(name)}`.execute(tx);
  let some: Row[];
  do {
    some = (await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from copied`.execute(tx)).rows;
    yield some;
  } while (some.length > 0);
  await sql`close copied`.execute(tx);
}

async function* read(db: Db, name: Name): AsyncGenerator<Row[]> {
  let some: Row[] = [];
  for await (const row of untyped(db).selectFrom(name).selectAll().stream()) {
    some.push(row);
    if (some.length < ROWS_AT_ONCE) continue;
    yield some;
    some = [];
  }
  yield some;
}
