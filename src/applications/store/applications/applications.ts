import { textFields, type Values } from '../../rules/fields.ts';
import type { RemoveFiles } from '../drafts/unsent-files.ts';
import type { Clock } from '../engine/clock.ts';
import { type Db, transact } from '../engine/database.ts';
import { type ApplicationRow, type FileRow, fileColumns, parseFields } from '../engine/tables.ts';
import { createApplication, referenceOf, type SubmitOptions, type Submitted } from './submit.ts';

const APPLICATIONS_PER_BATCH = 100;

export type SentApplication = Pick<
  ApplicationRow,
  'reference' | 'language' | 'submittedAt' | 'privacyNotice'
> & {
  fields: Values;
  files: FileRow[];
};
type Range = { since?: number };

/** Lists are sorted oldest first, and `since` is an inclusive timestamp. */
export const createApplications = (db: Db, clock: Clock, removeFiles: RemoveFiles) => ({
  submit: (
    draftId: string,
    submitKey: string,
    fields: Values,
    { now = clock.now(), ...options }: SubmitOptions = {},
  ): Promise<Submitted> => createApplication(db, { ...options, draftId, submitKey, fields, now }),

  /** Returns one row per application with the counts of its files and deliveries. */
  async list({ since = 0 }: Range = {}) {
    const rows = await db
      .selectFrom('applications as sent')
      .innerJoin('applicationFiles as file', 'file.reference', 'sent.reference')
      .select(['sent.reference', 'sent.language', 'sent.submittedAt', 'sent.fields'])
      .select(({ fn }) => [
        fn.count<number>('file.id').as('files'),
        fn.count<number>('file.id').filterWhere('file.scan', '=', 'infected').as('infected'),
        fn.count<number>('file.id').filterWhere('file.scan', '=', 'held').as('held'),
        fn.count<number>('file.id').filterWhere('file.scan', '=', 'unscanned').as('unscanned'),
      ])
      .select(({ selectFrom }) => {
        const own = selectFrom('deliveries')
          .whereRef('deliveries.reference', '=', 'sent.reference')
          .select(({ fn }) => fn.countAll<number>().as('count'));
        return [
          own.$asScalar().$notNull().as('deliveries'),
          own.where('state', '=', 'delivered').$asScalar().$notNull().as('delivered'),
          own.where('state', '=', 'refused').$asScalar().$notNull().as('refused'),
        ];
      })
      .where('sent.submittedAt', '>=', since)
      .groupBy('sent.reference')
      .orderBy('sent.submittedAt')
      .orderBy('sent.reference')
      .execute();
    return rows.map(({ fields, ...row }) => ({ ...row, companyName: parseValues(fields).companyName }));
  },

  referenceOf: (submitKey: string): Promise<string | undefined> => referenceOf(db, submitKey),

  /** Finds an application. The reference is case-insensitive. */
  async get(reference: string): Promise<SentApplication | undefined> {
    const row = await db
      .selectFrom('applications')
      .selectAll()
      .where('reference', '=', normaliseReference(reference))
      .executeTakeFirst();
    return row && withFiles(db, row);
  },

  /** Yields all applications. Reads them in batches, so that writers do not have to wait. */
  async *all(
    { since = 0 }: Range = {},
    batchSize = APPLICATIONS_PER_BATCH,
  ): AsyncGenerator<SentApplication, void> {
    let after: Position | undefined = { submittedAt: since, reference: '' };
    while (after) {
      const batch: ApplicationRow[] = await readBatch(db, after, batchSize);
      for (const row of batch) yield await withFiles(db, row);
      after = batch.at(-1);
    }
  },

  /** Removes applications with their drafts. Returns the counts of removed and remaining files. See `eraseDeleted`. */
  async remove(references: readonly string[]): Promise<{ files: number; failed: number }> {
    if (references.length === 0) return { files: 0, failed: 0 };
    const files = await transact(db, async (tx) => {
      const removed = await tx
        .deleteFrom('applicationFiles')
        .where('reference', 'in', references)
        .returning('storedName')
        .execute();
      await tx.deleteFrom('drafts').where('reference', 'in', references).execute();
      await tx.deleteFrom('applications').where('reference', 'in', references).execute();
      return removed;
    });
    const removed = await removeFiles(files.map(({ storedName }) => storedName));
    return { files: removed, failed: files.length - removed };
  },
});

export type ApplicationSummary = Awaited<ReturnType<ReturnType<typeof createApplications>['list']>>[number];

type Position = Pick<ApplicationRow, 'submittedAt' | 'reference'>;

const readBatch = (db: Db, after: Position, size: number): Promise<ApplicationRow[]> =>
  db
    .selectFrom('applications')
    .selectAll()
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('submittedAt', 'reference'), '>', tuple(after.submittedAt, after.reference)),
    )
    .orderBy('submittedAt')
    .orderBy('reference')
    .limit(size)
    .execute();

async function withFiles(db: Db, row: ApplicationRow): Promise<SentApplication> {
  const { reference, language, submittedAt, privacyNotice } = row;
  const files = await db
    .selectFrom('applicationFiles')
    .select(fileColumns)
    .where('reference', '=', reference)
    .orderBy('position')
    .execute();
  return { reference, language, submittedAt, privacyNotice, fields: parseValues(row.fields), files };
}

/** Parses the stored fields that the current form has, in its order. */
function parseValues(fields: string): Values {
  const stored = parseFields(fields);
  return Object.fromEntries(textFields.map((name) => [name, stored[name] ?? ''])) as Values;
}

/** Normalises a typed reference number. */
export const normaliseReference = (text: string): string => text.trim().toUpperCase();
