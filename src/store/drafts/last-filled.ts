import { sql } from 'kysely';
import { type FieldName, fieldNames, textFields } from '../../form/rules/fields.ts';
import type { Db } from '../engine/database.ts';

/** How many drafts were filled in so far and no further, in the order of the form; `none`: not at all. */
export type LastFilled = Partial<Record<FieldName | 'none', number>>;

/** How far those of the drafts had come that were not sent. Counted in the database: what visitors typed is not read. */
export async function lastFilled(tx: Db, draftIds: readonly string[]): Promise<LastFilled> {
  const places = await tx
    .selectFrom('drafts')
    .leftJoin('draftFields', (join) =>
      join.onRef('draftFields.draftId', '=', 'drafts.id').on(sql`trim(value)`, '<>', ''),
    )
    .select(({ fn, selectFrom, exists }) => [
      fn.max<number | null>(placeOfField).as('field'),
      sql<number>`captcha_solved_at is not null`.as('isCaptchaSolved'),
      exists(selectFrom('draftFiles').whereRef('draftFiles.draftId', '=', 'drafts.id').select('id')).as(
        'hasFile',
      ),
    ])
    .where('drafts.id', 'in', draftIds)
    .where('reference', 'is', null)
    .groupBy('drafts.id')
    .execute();
  const last: LastFilled = {};
  for (const { field, isCaptchaSolved, hasFile } of places) {
    const name = hasFile ? 'declareFile' : isCaptchaSolved ? 'captcha' : fieldNames[field ?? -1];
    last[name ?? 'none'] = (last[name ?? 'none'] ?? 0) + 1;
  }
  return last;
}

const placeOfField = sql<number>`case name ${sql.join(
  textFields.map((name, place) => sql`when ${name} then ${sql.lit(place)}`),
  sql` `,
)} end`;
