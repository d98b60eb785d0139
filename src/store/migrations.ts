import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const step = (...statements: string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

const FILE_COLUMNS = `
  id text primary key,
  name text not null,
  type text not null,
  bytes bigint not null,
  sha256 text not null,
  stored_name text not null unique,
  scan text not null,
  position integer not null,
  created_at bigint not null`;

/** Every step the tables have taken, by name, in order. A step that was ever released is never changed: add another. */
export const migrations: Record<string, Migration> = {
  '001-application-form': step(
    `create table applications (
      reference text primary key,
      submit_key text not null unique,
      language text not null,
      submitted_at bigint not null,
      company_name text not null,
      company_short_name text not null,
      registration_place text not null,
      establishment_date text not null,
      contact_person text not null,
      contact_phone text not null,
      contact_email text not null,
      industry text not null,
      development_stage text not null,
      company_description text not null
    )`,
    `create table application_files (reference text not null references applications (reference), ${FILE_COLUMNS})`,
    `create table drafts (
      id text primary key,
      language text not null,
      created_at bigint not null,
      updated_at bigint not null,
      address_hash text not null,
      submit_key text not null unique,
      captcha text,
      captcha_expires_at bigint,
      captcha_solved_at bigint,
      reference text unique references applications (reference)
    )`,
    `create table draft_fields (
      draft_id text not null references drafts (id) on delete cascade,
      name text not null,
      value text not null,
      constraint draft_fields_key primary key (draft_id, name)
    )`,
    `create table draft_files (draft_id text not null references drafts (id) on delete cascade, ${FILE_COLUMNS})`,
    'create table sessions (id text primary key, expires_at bigint not null, json text not null)',
    'create index drafts_by_updated_at on drafts (updated_at)',
    'create index drafts_by_address_hash on drafts (address_hash, created_at)',
    'create index draft_files_by_draft_id on draft_files (draft_id)',
    'create index application_files_by_reference on application_files (reference)',
    'create index applications_by_submitted_at on applications (submitted_at, reference)',
    'create index sessions_by_expires_at on sessions (expires_at)',
  ),

  '002-limits': step(
    'create table limits (key text primary key, hits integer not null, resets_at bigint not null)',
    'create index limits_by_resets_at on limits (resets_at)',
  ),

  // Files that are found infected after a draft has taken them, and an index for those that wait for a scan.
  '003-scans': step(
    `create table removed_files (
      id text primary key,
      draft_id text not null references drafts (id) on delete cascade,
      name text not null
    )`,
    'create index removed_files_by_draft_id on removed_files (draft_id)',
    'create index draft_files_by_scan on draft_files (scan, created_at)',
    'create index application_files_by_scan on application_files (scan, created_at)',
  ),
};
