import type { Kysely } from 'kysely';

/** Infected files removed from drafts, and an index for files that wait for a scan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('removed_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('draft_id', 'text', (column) => column.notNull().references('drafts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('removed_files_by_draft_id').on('removed_files').column('draft_id').execute();
  for (const table of ['draft_files', 'application_files']) {
    await db.schema.createIndex(`${table}_by_scan`).on(table).columns(['scan', 'created_at']).execute();
  }
}
