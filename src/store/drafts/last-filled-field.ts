import { sql } from 'kysely';
import { type FieldName, fieldNames, textFields } from '../../form/rules/fields.ts';
import type { Db } from '../engine/database.ts';

/** Number of drafts by the last filled field in form order; `none`: no field was filled. */
export type LastFieldCounts = Partial<Record<FieldName | 'none', number>>;

/** Counts unsubmitted drafts. Counts in the database, so that typed text is not read. */
export async function countLastFilledFields(tx: Db, draftIds: readonly string[]): Promise<LastFieldCounts> {
  const rows = await tx
    .selectFrom('drafts')
    .leftJoin('draftFields', (join) =>
      join.onRef('draftFields.draftId', '=', 'drafts.id').on(sql`trim(value)`, '<>', ''),
    )
    .select(({ fn, selectFrom, exists }) => [
      fn.max<number | null>(fieldPosition).as('field'),
      sql<number>`captcha_solved_at is not null`.as('isCaptchaSolved'),
      exists(selectFrom('draftFiles').whereRef('draftFiles.draftId', '=', 'drafts.id').select('id')).as(
        'hasFile',
      ),
    ])
    .where('drafts.id', 'in', draftIds)
    .where('reference', 'is', null)
    .groupBy('drafts.id')
    .execute();
  const last: LastFieldCounts = {};
  for (const { field, isCaptchaSolved, hasFile } of rows) {
    const name = hasFile ? 'declareFile' : isCaptchaSolved ? 'captcha' : fieldNames[field ?? -1];
    last[name ?? 'none'] = (last[name ?? 'none'] ?? 0) + 1;
  }
  return last;
}

const fieldPosition = sql<number>`case name ${sql.join(
  textFields.map((name, position) => sql`when ${name} then ${sql.lit(position)}`),
  sql` `,
)} end`;
