import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Db } from '../engine/database.ts';
import { migrations } from '../migrations/index.ts';

/** Creates the tables of the version whose last migration precedes `before`. */
export async function migrateToOldVersion(db: Db, before: string): Promise<void> {
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < before));
  const provider = { getMigrations: async () => old };
  const { error } = await new Migrator({ db: db.withoutPlugins(), provider }).migrateToLatest();
  if (error) throw error;
}

/** Downgrades an SQLite database to an old version, keeping the applications and their files. */
export async function downgrade(db: Db, before: string): Promise<void> {
  const raw = db.withoutPlugins() as Kysely<unknown> as Kysely<Record<string, Record<string, unknown>>>;
  const applications = await raw.selectFrom('applications').selectAll().execute();
  const files = await raw.selectFrom('application_files').selectAll().execute();
  await sql`pragma foreign_keys = off`.execute(db);
  for (const { name } of await db.introspection.getTables({ withInternalKyselyTables: true }))
    await db.schema.dropTable(name).execute();
  await sql`pragma foreign_keys = on`.execute(db);
  await migrateToOldVersion(db, before);
  const tables = await raw.introspection.getTables();
  for (const [name, rows] of Object.entries({ applications, application_files: files })) {
    const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name) ?? [];
    for (const row of rows) {
      const known = Object.fromEntries(columns.map((column) => [column, row[column]]));
      await raw.insertInto(name).values(known).execute();
    }
  }
}
