import type { Kysely } from 'kysely';

/** The outbox: a row for each channel that an application is sent to; and which privacy notice the application was sent with. */
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
