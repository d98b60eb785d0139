import type { ExpressionBuilder } from 'kysely';
import type { Language } from '../../../i18n/languages.ts';
import { daysAfter, daysBefore } from '../../../lib/days.ts';
import { newIdentifier } from '../../../lib/identifiers.ts';
import { type TextField, textFields, type Values } from '../../rules/fields.ts';
import { DRAFT_DAYS, MAX_DRAFT_AGE_DAYS, MAX_TEXT_BYTES } from '../../rules/limits.ts';
import type { Clock } from '../engine/clock.ts';
import { type Db, transact, write } from '../engine/database.ts';
import { type DraftRow, parseFields, type Tables } from '../engine/tables.ts';
import { countQuotas, type Quota, takeQuotas } from '../rate-counters.ts';
import { deleteDrafts, type RemoveFiles } from './unsent-files.ts';

/** `fields` is JSON, which `parseFields` reads. */
export type Draft = DraftRow;
type NewDraft = {
  language: Language;
  addressHash: string;
  session?: string;
  submitKey?: string;
  quotas?: readonly Quota[];
};

/** Every change first locks the draft row, by updating it or with `lockDraft`, which serialises the changes of one draft. */
export const createDrafts = (db: Db, clock: Clock, removeFiles: RemoveFiles) => ({
  /** Creates a draft. Returns undefined if another draft has the key or a quota is exhausted. */
  create: (
    { language, addressHash, session, submitKey = newIdentifier(), quotas = [] }: NewDraft,
    now = clock.now(),
  ): Promise<Draft | undefined> =>
    transact(db, async (tx) => {
      if (await takeQuotas(tx, quotas, now)) return undefined;
      return tx
        .insertInto('drafts')
        .values({
          id: newIdentifier(),
          language,
          createdAt: now,
          updatedAt: now,
          addressHash,
          submitKey,
          session,
          fields: '{}',
        })
        .onConflict((conflict) => conflict.column('submitKey').doNothing())
        .returningAll()
        .executeTakeFirst();
    }),

  /** Returns the draft, submitted or not. */
  get: (id: string): Promise<Draft | undefined> =>
    db.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Returns the draft of a form until it is swept, even if it was submitted or has expired. */
  byKey: (submitKey: string): Promise<Draft | undefined> =>
    db.selectFrom('drafts').selectAll().where('submitKey', '=', submitKey).executeTakeFirst(),

  /** Returns the most recently changed unsubmitted draft of a session. */
  latestOf: (session: string, now = clock.now()): Promise<Draft | undefined> =>
    db
      .selectFrom('drafts')
      .selectAll()
      .where('session', '=', session)
      .where('reference', 'is', null)
      .where((eb) => eb.not(isExpired(now)(eb)))
      .orderBy('updatedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),

  async fields(id: string): Promise<Partial<Values>> {
    const row = await db.selectFrom('drafts').select('fields').where('id', '=', id).executeTakeFirst();
    return row ? parseFields(row.fields) : {};
  },

  /** Saves fields if the draft is open. Returns those beyond `MAX_TEXT_BYTES`, longest first. Quotas count, but never refuse. */
  saveFields: (
    id: string,
    values: Partial<Values>,
    now = clock.now(),
    quotas: readonly Quota[] = [],
  ): Promise<TextField[]> =>
    transact(db, async (tx) => {
      await countQuotas(tx, quotas, now);
      const draft = await tx
        .selectFrom('drafts')
        .select('fields')
        .where('id', '=', id)
        .where('reference', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!draft) return [];
      const saved = parseFields(draft.fields);
      const tooLong = fieldsOverLimit(saved, values);
      const short = textFields.filter((name) => values[name] !== undefined && !tooLong.includes(name));
      const changes = Object.fromEntries(short.map((name) => [name, values[name]]));
      const fields = JSON.stringify({ ...saved, ...changes });
      await tx.updateTable('drafts').set({ fields, updatedAt: now }).where('id', '=', id).execute();
      return tooLong;
    }),

  /** Removes an unsubmitted draft with its files. */
  async remove(id: string): Promise<void> {
    const { files } = await transact(db, async (tx) => {
      const open = tx.selectFrom('drafts').select('id').where('id', '=', id).where('reference', 'is', null);
      return deleteDrafts(tx, await open.forUpdate().execute());
    });
    await removeFiles(files);
  },

  /** Sets the language of the draft, which the application gets on submission. */
  async setLanguage(id: string, language: Language): Promise<void> {
    await write(db, (tx) => changeOpenDraft(tx, id, { language }));
  },
});

/** Returns the time when an unsubmitted draft expires without further use. */
export const expiryOf = ({ createdAt, updatedAt }: Pick<Draft, 'createdAt' | 'updatedAt'>): number =>
  Math.min(daysAfter(updatedAt, DRAFT_DAYS), daysAfter(createdAt, MAX_DRAFT_AGE_DAYS));

/** Builds the query condition equivalent to `expiryOf`. A submitted draft expires only by its last use. */
export const isExpired = (now: number) => (eb: ExpressionBuilder<Tables, 'drafts'>) =>
  eb.or([
    eb('updatedAt', '<', daysBefore(now, DRAFT_DAYS)),
    eb.and([eb('reference', 'is', null), eb('createdAt', '<', daysBefore(now, MAX_DRAFT_AGE_DAYS))]),
  ]);

/** Updates and locks an open draft. Returns false if it was submitted or does not exist. */
export async function changeOpenDraft(tx: Db, id: string, changes: Partial<Draft>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('drafts')
    .set(changes)
    .where('id', '=', id)
    .where('reference', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const lockDraft = (tx: Db, id: string): Promise<Draft | undefined> =>
  tx.selectFrom('drafts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const countBytes = (text = ''): number => Buffer.byteLength(text);

/** Returns the longest new fields that must be omitted to stay within the limit. */
function fieldsOverLimit(saved: Partial<Values>, fresh: Partial<Values>): TextField[] {
  const growth = (name: TextField) => countBytes(fresh[name]) - countBytes(saved[name]);
  const left = textFields.filter((name) => fresh[name] !== undefined);
  left.sort((one, other) => countBytes(fresh[one]) - countBytes(fresh[other]));
  let bytes = Object.values(saved).reduce((sum, text) => sum + countBytes(text), 0);
  for (const name of left) bytes += growth(name);
  const tooLong: TextField[] = [];
  while (bytes > MAX_TEXT_BYTES && left.length > 0) {
    const longest = left.pop() as TextField;
    tooLong.push(longest);
    bytes -= growth(longest);
  }
  return tooLong;
}

/** Number of latest drafts whose client addresses are compared, and the minimum for a statement. */
const SAMPLE_SIZE = 100;
const MIN_SAMPLE_SIZE = 50;

/** Settings to check if most drafts come from one client address. */
export const SHARED_ADDRESS_HINT =
  'limits by address count them as one visitor; check TRUST_PROXY and set_real_ip_from (OPERATING.md, 1)';

/** Counts the latest drafts and those from one client address, if these are the majority. */
export async function findSharedAddress(db: Db): Promise<{ drafts: number; fromOne: number } | undefined> {
  const latest = db
    .selectFrom('drafts')
    .select('addressHash')
    .orderBy('createdAt', 'desc')
    .limit(SAMPLE_SIZE);
  const rows = await db
    .selectFrom(latest.as('latest'))
    .select((eb) => eb.fn.countAll().as('count'))
    .groupBy('addressHash')
    .execute();
  const counts = rows.map(({ count }) => Number(count));
  const drafts = counts.reduce((sum, count) => sum + count, 0);
  const fromOne = Math.max(0, ...counts);
  return drafts >= MIN_SAMPLE_SIZE && fromOne > drafts / 2 ? { drafts, fromOne } : undefined;
}
