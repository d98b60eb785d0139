import type { Kysely } from 'kysely';

/** Why a draft has lost a file: so far only because it is infected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('removed_files')
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo('infected'))
    .execute();
}
