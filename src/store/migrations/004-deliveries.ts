import type { Kysely } from 'kysely';

/** The outbox, and the privacy notice version of an application. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('applications').addColumn('privacy_notice', 'text').execute();
  await db.schema
    .createTable('deliveries')
    .addColumn('reference', 'text', (column) =>
      column.notNull().references('applications.reference').onDelete('cascade'),
    )
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('lease', 'text')
    .addColumn('history', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deliveries_key', ['reference', 'channel'])
    .execute();
  await db.schema.createIndex('deliveries_by_state').on('deliveries').columns(['state', 'next_at']).execute();
}
