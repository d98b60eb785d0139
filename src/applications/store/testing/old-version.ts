import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Db } from '../engine/database.ts';
import { migrations, TEXT_COLUMNS } from '../migrations.ts';
import { fileRow, values } from './fixtures.ts';

/** Creates the tables of the version whose last migration precedes `before`. */
export async function migrateToOldVersion(db: Db, before: string): Promise<void> {
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < before));
  const provider = { getMigrations: async () => old };
  const { error } = await new Migrator({ db: db.withoutPlugins(), provider }).migrateToLatest();
  if (error) throw error;
}

const toColumn = (name: string) => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
const snakeCase = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumn(name), value]));

/** Values of the fields that the first version had. */
const oldValues = Object.entries(values).filter(([name]) => TEXT_COLUMNS.includes(toColumn(name)));

/** Creates the tables of the first version in an empty database, with the draft `D` and the application `A`, which has one file. */
export async function writeFirstVersion(db: Db, storedName: string, at: number): Promise<void> {
  await migrateToOldVersion(db, '002-limits');
  const raw = db.withoutPlugins() as Kysely<unknown> as Kysely<Record<string, Record<string, unknown>>>;
  const insert = (table: string, row: object) => raw.insertInto(table).values(snakeCase(row)).execute();
  const language = 'zh';
  const file = { ...fileRow({ storedName }), id: 'F', position: 1, createdAt: at };
  const texts = Object.fromEntries(oldValues);
  await insert('applications', { ...texts, reference: 'A', submitKey: 'a', language, submittedAt: at });
  await insert('application_files', { ...file, reference: 'A' });
  const draft = { id: 'D', submitKey: 'd', language, createdAt: at, updatedAt: at, addressHash: 'address' };
  await insert('drafts', draft);
  for (const [name, value] of oldValues) await insert('draft_fields', { draftId: 'D', name, value });
}
