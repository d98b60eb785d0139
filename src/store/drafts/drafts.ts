import type { ExpressionBuilder } from 'kysely';
import { type TextField, textFields, type Values } from '../../form/rules/fields.ts';
import { DRAFT_DAYS, MAX_DRAFT_AGE_DAYS, MAX_TEXT_BYTES } from '../../form/rules/limits.ts';
import type { Language } from '../../i18n/languages.ts';
import { daysAfter, daysBefore } from '../../lib/days.ts';
import { newIdentifier } from '../../lib/identifiers.ts';
import type { Clock } from '../engine/clock.ts';
import type { Db } from '../engine/database.ts';
import type { DraftRow, Tables } from '../engine/tables.ts';
import { transact, write } from '../engine/transaction.ts';
import { removeUnfinished } from './unfinished-uploads.ts';

export type Draft = DraftRow;
type NewDraft = { language: Language; addressHash: string; session?: string; submitKey?: string };

/**
 * The texts and files of a visitor until they are sent. Times are milliseconds since 1970. What changes a draft, or the rows that hang
 * on it, first locks its row (by changing it, or by `lockDraft`): so the changes of one draft come one after another.
 */
export const createDrafts = (
  db: Db,
  clock: Clock,
  removeBytes: (storedNames: readonly string[]) => Promise<void>,
) => ({
  /** Undefined if another draft has the key. */
  create: (
    { language, addressHash, session, submitKey = newIdentifier() }: NewDraft,
    now = clock.now(),
  ): Promise<Draft | undefined> =>
    write(db, (tx) =>
      tx
        .insertInto('drafts')
        .values({
          id: newIdentifier(),
          language,
          createdAt: now,
          updatedAt: now,
          addressHash,
          submitKey,
          session,
        })
        .onConflict((conflict) => conflict.column('submitKey').doNothing())
        .returningAll()
        .executeTakeFirst(),
    ),

  /** The draft, sent or not; undefined if it was swept or never was. */
  get: (id: string): Promise<Draft | undefined> =>
    db.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst(),

  /** The draft of a form, sent or not; an expired one too, until it is swept. */
  byKey: (submitKey: string): Promise<Draft | undefined> =>
    db.selectFrom('drafts').selectAll().where('submitKey', '=', submitKey).executeTakeFirst(),

  /** The unsent draft of a session that was changed last. */
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

  /** What was typed, as it was typed. A field that never arrived is absent. */
  fields: (id: string): Promise<Partial<Values>> => fieldsOf(db, id),

  /**
   * Keeps the given fields and leaves the others; undefined where the draft is sent or gone. Gives the names of those that would
   * take the draft beyond `MAX_TEXT_BYTES`, the longest first: they stay as they were.
   */
  saveFields: (id: string, values: Partial<Values>, now = clock.now()): Promise<TextField[]> =>
    transact(db, async (tx) => {
      if (!(await changeOpenDraft(tx, id, { updatedAt: now }))) return [];
      const tooLong = beyond(await fieldsOf(tx, id), values);
      for (const [name, value] of Object.entries(values) as [TextField, string | undefined][]) {
        if (value !== undefined && !tooLong.includes(name)) await saveField(tx, { draftId: id, name, value });
      }
      return tooLong;
    }),

  /** Removes a draft that has not been sent, with its files. */
  async remove(id: string): Promise<void> {
    const { files } = await transact(db, async (tx) => {
      const open = tx.selectFrom('drafts').select('id').where('id', '=', id).where('reference', 'is', null);
      return deleteDrafts(tx, await open.forUpdate().execute());
    });
    await removeBytes(files);
  },

  /** Takes the language of the page that the visitor now fills in: the application will have it. */
  async setLanguage(id: string, language: Language): Promise<void> {
    await write(db, (tx) => changeOpenDraft(tx, id, { language }));
  },
});

/** When an unsent draft expires that is used no more. */
export const expiryOf = ({ createdAt, updatedAt }: Pick<Draft, 'createdAt' | 'updatedAt'>): number =>
  Math.min(daysAfter(updatedAt, DRAFT_DAYS), daysAfter(createdAt, MAX_DRAFT_AGE_DAYS));

/** The same as a condition; a sent draft expires by its last use only. */
export const isExpired = (now: number) => (eb: ExpressionBuilder<Tables, 'drafts'>) =>
  eb.or([
    eb('updatedAt', '<', daysBefore(now, DRAFT_DAYS)),
    eb.and([eb('reference', 'is', null), eb('createdAt', '<', daysBefore(now, MAX_DRAFT_AGE_DAYS))]),
  ]);

/** False where the draft is sent or gone. Locks it until the transaction ends. */
export async function changeOpenDraft(tx: Db, id: string, changes: Partial<Draft>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('drafts')
    .set(changes)
    .where('id', '=', id)
    .where('reference', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the row of a draft until the transaction ends. */
export async function lockDraft(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('drafts').select('id').where('id', '=', id).forUpdate().execute();
}

/**
 * Deletes drafts that the transaction has locked; gives their number, the stored names of their files, whole or in pieces, whose
 * bytes are the caller's to remove, and how many `uploads` were unfinished.
 */
export async function deleteDrafts(tx: Db, locked: readonly { id: string }[]) {
  if (locked.length === 0) return { drafts: 0, files: [], uploads: 0 };
  const chosen = locked.map(({ id }) => id);
  const files = await tx
    .deleteFrom('draftFiles')
    .where('draftId', 'in', chosen)
    .returning('storedName')
    .execute();
  const left = await removeUnfinished(tx, chosen);
  const { numDeletedRows } = await tx.deleteFrom('drafts').where('id', 'in', chosen).executeTakeFirst();
  return {
    drafts: Number(numDeletedRows),
    files: [...files.map(({ storedName }) => storedName), ...left.pieces],
    uploads: left.uploads,
  };
}

const saveField = (tx: Db, field: { draftId: string; name: TextField; value: string }) =>
  tx
    .insertInto('draftFields')
    .values(field)
    .onConflict((conflict) => conflict.columns(['draftId', 'name']).doUpdateSet({ value: field.value }))
    .execute();

async function fieldsOf(tx: Db, draftId: string): Promise<Partial<Values>> {
  const rows = await tx
    .selectFrom('draftFields')
    .select(['name', 'value'])
    .where('draftId', '=', draftId)
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

const bytesOf = (text = ''): number => Buffer.byteLength(text);

/** The longest of the new fields without which all others fit into a draft. */
function beyond(kept: Partial<Values>, fresh: Partial<Values>): TextField[] {
  const growth = (name: TextField) => bytesOf(fresh[name]) - bytesOf(kept[name]);
  const left = textFields.filter((name) => fresh[name] !== undefined);
  left.sort((one, other) => bytesOf(fresh[one]) - bytesOf(fresh[other]));
  let bytes = Object.values(kept).reduce((sum, text) => sum + bytesOf(text), 0);
  for (const name of left) bytes += growth(name);
  const tooLong: TextField[] = [];
  while (bytes > MAX_TEXT_BYTES && left.length > 0) {
    const longest = left.pop() as TextField;
    tooLong.push(longest);
    bytes -= growth(longest);
  }
  return tooLong;
}
