import type { Kysely } from 'kysely';

/** Resumable uploads and their pieces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('resumable_uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('draft_id', 'text', (column) => column.notNull().references('drafts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('modified_at', 'bigint')
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('file_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('resumable_uploads_by_draft_id')
    .on('resumable_uploads')
    .column('draft_id')
    .execute();
  await db.schema
    .createTable('upload_pieces')
    .addColumn('upload_id', 'text', (column) =>
      column.notNull().references('resumable_uploads.id').onDelete('cascade'),
    )
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('stored_name', 'text', (column) => column.notNull().unique())
    .addPrimaryKeyConstraint('upload_pieces_key', ['upload_id', 'position'])
    .execute();
}
