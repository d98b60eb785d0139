import { sql } from 'kysely';
import { daysBefore } from '../lib/days.ts';
import type { Db } from './engine/database.ts';

type Usage = { drafts: number; bytes: number };

/**
 * Drafts created by an address, and bytes of its files and texts, in the day before `now`, sent or not. An unfinished upload counts with
 * its declared length.
 */
export async function usageOf(db: Db, addressHash: string, now: number): Promise<Usage> {
  const since = daysBefore(now, 1);
  const { rows } = await sql<Usage>`
    with own as (select id, reference, created_at, updated_at from drafts where address_hash = ${addressHash})
    select
      (select count(*) from own where created_at >= ${since}) as drafts,
      cast(
        (select coalesce(sum(bytes), 0) from draft_files
          where draft_id in (select id from own) and created_at >= ${since})
        + (select coalesce(sum(bytes), 0) from application_files
          where reference in (select reference from own) and created_at >= ${since})
        + (select coalesce(sum(bytes), 0) from resumable_uploads
          where file_id is null and draft_id in (select id from own where reference is null) and created_at >= ${since})
        + (select coalesce(sum(octet_length(value)), 0) from draft_fields
          where draft_id in (select id from own where updated_at >= ${since}))
      as bigint) as bytes
  `.execute(db);
  return rows[0] as Usage;
}
