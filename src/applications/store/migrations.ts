import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { newFileName } from '../../lib/identifiers.ts';
import { type Db, isPostgres } from './engine/database.ts';

type AnyDb = Kysely<unknown>;

/** Creates a migration that runs SQL statements, which both engines understand. */
const statements = (text: string): Migration => ({
  async up(db: AnyDb): Promise<void> {
    for (const statement of text.split(';').filter((part) => part.trim() !== ''))
      await sql.raw(statement).execute(db);
  },
});

const FILE_COLUMNS = `
  id text primary key, name text not null, type text not null, bytes bigint not null, sha256 text not null,
  stored_name text not null unique, scan text not null, position integer not null, created_at bigint not null
`;

/** Columns of the text fields before migration 009. */
export const TEXT_COLUMNS = [
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

const applicationForm = statements(`
  create table applications (
    reference text primary key, submit_key text not null unique, language text not null,
    submitted_at bigint not null, ${TEXT_COLUMNS.map((column) => `${column} text not null`).join()}
  );
  create table application_files (reference text not null references applications (reference), ${FILE_COLUMNS});
  create table drafts (
    id text primary key, language text not null, created_at bigint not null, updated_at bigint not null,
    address_hash text not null, submit_key text not null unique, captcha text, captcha_expires_at bigint,
    captcha_solved_at bigint, reference text unique references applications (reference)
  );
  create table draft_fields (
    draft_id text not null references drafts (id) on delete cascade, name text not null, value text not null,
    constraint draft_fields_key primary key (draft_id, name)
  );
  create table draft_files (
    draft_id text not null references drafts (id) on delete cascade, ${FILE_COLUMNS}
  );
  create table sessions (id text primary key, expires_at bigint not null, json text not null);
  create index drafts_by_updated_at on drafts (updated_at);
  create index drafts_by_address_hash on drafts (address_hash, created_at);
  create index draft_files_by_draft_id on draft_files (draft_id);
  create index application_files_by_reference on application_files (reference);
  create index applications_by_submitted_at on applications (submitted_at, reference);
  create index sessions_by_expires_at on sessions (expires_at)
`);

const limits = statements(`
  create table limits (key text primary key, hits integer not null, resets_at bigint not null);
  create index limits_by_resets_at on limits (resets_at)
`);

const scans = statements(`
  create table removed_files (
    id text primary key, draft_id text not null references drafts (id) on delete cascade, name text not null
  );
  create index removed_files_by_draft_id on removed_files (draft_id);
  create index draft_files_by_scan on draft_files (scan, created_at);
  create index application_files_by_scan on application_files (scan, created_at)
`);

const deliveries = statements(`
  alter table applications add column privacy_notice text;
  create table deliveries (
    reference text not null references applications (reference) on delete cascade, channel text not null,
    state text not null, attempts integer not null, created_at bigint not null, next_at bigint not null,
    lease text, history text not null, constraint deliveries_key primary key (reference, channel)
  );
  create index deliveries_by_state on deliveries (state, next_at)
`);

const resumableUploads = statements(`
  create table resumable_uploads (
    id text primary key, draft_id text not null references drafts (id) on delete cascade, name text not null,
    bytes bigint not null, modified_at bigint, metadata text not null, file_id text, created_at bigint not null
  );
  create index resumable_uploads_by_draft_id on resumable_uploads (draft_id);
  create table upload_pieces (
    upload_id text not null references resumable_uploads (id) on delete cascade, position bigint not null,
    bytes bigint not null, stored_name text not null unique,
    constraint upload_pieces_key primary key (upload_id, position)
  )
`);

/** Moves the link between draft and session to the draft. Drops the captcha columns, because forms carry the codes. */
async function linkDraftsToSessions(db: AnyDb): Promise<void> {
  await statements(`
    alter table drafts add column session text;
    create index drafts_by_session on drafts (session, updated_at);
    alter table drafts drop column captcha;
    alter table drafts drop column captcha_expires_at
  `).up(db);
  const { rows } = await sql<{ id: string; json: string }>`select id, json from sessions`.execute(db);
  for (const { id, json } of rows) {
    const { draftId, reference: _, repeated: __, ...kept } = JSON.parse(json) as Record<string, unknown>;
    if (draftId !== undefined) await sql`update drafts set session = ${id} where id = ${draftId}`.execute(db);
    const carried = JSON.stringify({ ...kept, isKept: true });
    await sql`update sessions set json = ${carried} where id = ${id}`.execute(db);
  }
}

const deliveryRecipients = statements(`
  alter table deliveries add column recipients text default '{}' not null;
  alter table deliveries add column unconfirmed integer default 0 not null
`);

/** All files removed before this migration were infected. */
const removalReasons = statements(
  `alter table removed_files add column reason text default 'infected' not null`,
);

const scanReasons = statements(`
  alter table draft_files add column scan_reason text;
  alter table application_files add column scan_reason text
`);

const uploadChunks = statements('alter table upload_pieces rename to upload_chunks');

const announcements = statements(
  'create table announcements (text text primary key, version text not null, expires_at bigint not null)',
);

const camelCase = (name: string): string => name.replace(/_[a-z]/gu, (match) => match.slice(1).toUpperCase());

/** Moves the text fields of drafts and applications to one JSON column each. */
async function gatherFields(db: AnyDb): Promise<void> {
  const [toObject, collect] = isPostgres(db as Db)
    ? ['json_build_object', 'json_object_agg']
    : ['json_object', 'json_group_object'];
  const pairs = TEXT_COLUMNS.map((column) => `'${camelCase(column)}', ${column}`).join();
  await statements(`
    alter table drafts add column fields text default '{}' not null;
    alter table applications add column fields text default '{}' not null;
    update drafts set fields = (
      select cast(${collect}(name, value) as text) from draft_fields where draft_id = drafts.id
    ) where id in (select draft_id from draft_fields);
    drop table draft_fields;
    update applications set fields = cast(${toObject}(${pairs}) as text);
    ${TEXT_COLUMNS.map((column) => `alter table applications drop column ${column}`).join(';')}
  `).up(db);
}

/** Turns removed files, of which applicants were not notified yet, into draft files without content. */
async function keepLostFiles(db: AnyDb): Promise<void> {
  const { rows } = await sql<{ id: string; draft_id: string; name: string; reason: string }>`
    select id, draft_id, name, reason from removed_files where not exists (
      select 1 from draft_files where draft_files.draft_id = removed_files.draft_id and draft_files.name = removed_files.name
    )
  `.execute(db);
  for (const { id, draft_id, name, reason } of rows) {
    const scan = reason === 'infected' ? reason : 'clean';
    await sql`
      insert into draft_files values (${draft_id}, ${id}, ${name}, '', 0, '', ${newFileName()}, ${scan}, 0, 0)
    `.execute(db);
  }
  await statements('drop table removed_files; drop index drafts_by_address_hash').up(db);
}

/** All migrations in order. Never change a released one, but add another. */
export const migrations: Record<string, Migration> = {
  '001-application-form': applicationForm,
  '002-limits': limits,
  '003-scans': scans,
  '004-deliveries': deliveries,
  '005-resumable-uploads': resumableUploads,
  '006-drafts-by-key': { up: linkDraftsToSessions },
  '007-delivery-recipients': deliveryRecipients,
  '008-removal-reasons': removalReasons,
  '009-fields': { up: gatherFields },
  '010-lost-files': { up: keepLostFiles },
  '011-scan-reasons': scanReasons,
  '012-upload-chunks': uploadChunks,
  '013-announcements': announcements,
};
