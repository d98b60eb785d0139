import type { Kysely } from 'kysely';

/** The state of each recipient of a mail, and the number of mails without a reply. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('deliveries')
    .addColumn('recipients', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await db.schema
    .alterTable('deliveries')
    .addColumn('unconfirmed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
