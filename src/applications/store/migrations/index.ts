import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Db, isPostgres } from '../engine/database.ts';
import * as applicationForm from './001-application-form.ts';
import { textColumns } from './001-application-form.ts';

async function addLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addColumn('resets_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('limits_by_resets_at').on('limits').column('resets_at').execute();
}

/** Adds infected files removed from drafts, and an index for files that wait for a scan. */
async function addScans(db: Kysely<unknown>): Promise<void> {
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

/** Adds the outbox, and the privacy notice version of an application. */
async function addDeliveries(db: Kysely<unknown>): Promise<void> {
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

/** Adds resumable uploads and their pieces. */
async function addResumableUploads(db: Kysely<unknown>): Promise<void> {
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

type Session = { draftId?: string; reference?: string; repeated?: string; cookie: unknown };
type Tables = {
  drafts: { id: string; session: string | null };
  sessions: { id: string; json: string };
};

/** Moves the link between draft and session to the draft. Drops the captcha columns, because forms carry the codes. */
async function linkDraftsToSessions(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('drafts').addColumn('session', 'text').execute();
  await db.schema.createIndex('drafts_by_session').on('drafts').columns(['session', 'updated_at']).execute();
  for (const column of ['captcha', 'captcha_expires_at']) {
    await db.schema.alterTable('drafts').dropColumn(column).execute();
  }
  for (const { id, json } of await db.selectFrom('sessions').select(['id', 'json']).execute()) {
    const { draftId, reference: _reference, repeated: _repeated, ...kept } = JSON.parse(json) as Session;
    if (draftId !== undefined)
      await db.updateTable('drafts').set({ session: id }).where('id', '=', draftId).execute();
    const carried = JSON.stringify({ ...kept, isKept: true });
    await db.updateTable('sessions').set({ json: carried }).where('id', '=', id).execute();
  }
}

/** Adds the state of each recipient of a mail, and the number of mails without a reply. */
async function addDeliveryRecipients(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('deliveries')
    .addColumn('recipients', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await db.schema
    .alterTable('deliveries')
    .addColumn('unconfirmed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** Adds the reason why a draft has lost a file. Earlier losses are all due to infection. */
async function addRemovalReasons(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('removed_files')
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo('infected'))
    .execute();
}

/** Moves the text fields of drafts and applications to one JSON column each. */
async function gatherFields(db: Kysely<unknown>): Promise<void> {
  const isPg = isPostgres(db as Db);
  const [object, aggregate] = isPg
    ? ['json_build_object', 'json_object_agg']
    : ['json_object', 'json_group_object'];
  for (const table of ['drafts', 'applications']) {
    await db.schema
      .alterTable(table)
      .addColumn('fields', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
  }
  await sql`
    update drafts set fields = coalesce(
      (select cast(${sql.raw(aggregate)}(name, value) as text) from draft_fields where draft_id = drafts.id),
      '{}'
    )
  `.execute(db);
  await db.schema.dropTable('draft_fields').execute();
  const pairs = textColumns.map((column) => sql`${sql.lit(camelCase(column))}, ${sql.ref(column)}`);
  await sql`update applications set fields = cast(${sql.raw(object)}(${sql.join(pairs)}) as text)`.execute(
    db,
  );
  for (const column of textColumns) await db.schema.alterTable('applications').dropColumn(column).execute();
}

const camelCase = (name: string): string => name.replace(/_[a-z]/gu, (match) => match.slice(1).toUpperCase());

/** All migrations in order. Never change a released one, but add another. */
export const migrations: Record<string, Migration> = {
  '001-application-form': applicationForm,
  '002-limits': { up: addLimits },
  '003-scans': { up: addScans },
  '004-deliveries': { up: addDeliveries },
  '005-resumable-uploads': { up: addResumableUploads },
  '006-drafts-by-key': { up: linkDraftsToSessions },
  '007-delivery-recipients': { up: addDeliveryRecipients },
  '008-removal-reasons': { up: addRemovalReasons },
  '009-fields': { up: gatherFields },
};
