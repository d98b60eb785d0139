import { sql } from 'kysely';
import type { Db } from './database.ts';
import { daysBefore } from './days.ts';

const USAGE_DAYS = 1;

/** Drafts begun, and bytes of files and texts kept, in the last day. */
export type Usage = { drafts: number; bytes: number };

/** What one address (its hash) has used of the store in the day before `now` (milliseconds since 1970), sent or not. */
export async function usageOf(db: Db, addressHash: string, now: number): Promise<Usage> {
  const since = daysBefore(now, USAGE_DAYS);
  const { drafts } = await db
    .selectFrom('drafts')
    .select(({ fn }) => fn.countAll<number>().as('drafts'))
    .where('addressHash', '=', addressHash)
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow();
  const kept = await db
    .selectFrom('draftFiles as file')
    .innerJoin('drafts as draft', 'draft.id', 'file.draftId')
    .select(({ fn }) => fn.sum<number | null>('file.bytes').as('bytes'))
    .where('draft.addressHash', '=', addressHash)
    .where('file.createdAt', '>=', since)
    .executeTakeFirst();
  const sent = await db
    .selectFrom('applicationFiles as file')
    .innerJoin('drafts as draft', 'draft.reference', 'file.reference')
    .select(({ fn }) => fn.sum<number | null>('file.bytes').as('bytes'))
    .where('draft.addressHash', '=', addressHash)
    .where('file.createdAt', '>=', since)
    .executeTakeFirst();
  const texts = await db
    .selectFrom('draftFields as field')
    .innerJoin('drafts as draft', 'draft.id', 'field.draftId')
    .select(({ fn }) => fn.sum<number | null>(sql`octet_length(field.value)`).as('bytes'))
    .where('draft.addressHash', '=', addressHash)
    .where('draft.updatedAt', '>=', since)
    .executeTakeFirst();
  return { drafts, bytes: (kept?.bytes ?? 0) + (sent?.bytes ?? 0) + (texts?.bytes ?? 0) };
}
