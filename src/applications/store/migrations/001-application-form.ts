import type { CreateTableBuilder, Kysely } from 'kysely';

type Db = Kysely<unknown>;

export async function up(db: Db): Promise<void> {
  await createApplications(db);
  await createDrafts(db);
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('json', 'text', (column) => column.notNull())
    .execute();
  await createIndexes(db);
}

/** Columns of the text fields until migration 009. */
export const textColumns = [
  'company_name',
  'company_short_name',
  'registration_place',
  'establishment_date',
  'contact_person',
  'contact_phone',
  'contact_email',
  'industry',
  'development_stage',
  'company_description',
];

async function createApplications(db: Db): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema
    .createTable('applications')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('submit_key', 'text', (column) => column.notNull().unique())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('submitted_at', 'bigint', (column) => column.notNull());
  for (const name of textColumns) table = table.addColumn(name, 'text', (column) => column.notNull());
  await table.execute();
  await withFileColumns(
    db.schema
      .createTable('application_files')
      .addColumn('reference', 'text', (column) => column.notNull().references('applications.reference')),
  ).execute();
}

async function createDrafts(db: Db): Promise<void> {
  await db.schema
    .createTable('drafts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('submit_key', 'text', (column) => column.notNull().unique())
    .addColumn('captcha', 'text')
    .addColumn('captcha_expires_at', 'bigint')
    .addColumn('captcha_solved_at', 'bigint')
    .addColumn('reference', 'text', (column) => column.unique().references('applications.reference'))
    .execute();
  await db.schema
    .createTable('draft_fields')
    .addColumn('draft_id', 'text', (column) => column.notNull().references('drafts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('draft_fields_key', ['draft_id', 'name'])
    .execute();
  await withFileColumns(
    db.schema
      .createTable('draft_files')
      .addColumn('draft_id', 'text', (column) =>
        column.notNull().references('drafts.id').onDelete('cascade'),
      ),
  ).execute();
}

const withFileColumns = (table: CreateTableBuilder<string, string>) =>
  table
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('stored_name', 'text', (column) => column.notNull().unique())
    .addColumn('scan', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull());

async function createIndexes(db: Db): Promise<void> {
  const indexes: [table: string, columns: string[]][] = [
    ['drafts', ['updated_at']],
    ['drafts', ['address_hash', 'created_at']],
    ['draft_files', ['draft_id']],
    ['application_files', ['reference']],
    ['applications', ['submitted_at', 'reference']],
    ['sessions', ['expires_at']],
  ];
  for (const [table, columns] of indexes) {
    await db.schema.createIndex(`${table}_by_${columns[0]}`).on(table).columns(columns).execute();
  }
}
