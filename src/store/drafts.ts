import type { TextField, Values } from '../application/fields.ts';
import type { Language } from '../i18n/languages.ts';
import type { Db } from './database.ts';
import { newIdentifier } from './identifiers.ts';
import type { DraftRow } from './tables.ts';

export type Draft = DraftRow;
type NewDraft = { language: Language; addressHash: string };

/** What a visitor has typed so far, until it is sent. Times are milliseconds since 1970. */
export const createDrafts = (db: Db) => ({
  /** Makes an empty draft with an identifier and a submit key of its own. */
  async create({ language, addressHash }: NewDraft, now = Date.now()): Promise<Draft> {
    const draft: Draft = {
      id: newIdentifier(),
      language,
      createdAt: now,
      updatedAt: now,
      addressHash,
      submitKey: newIdentifier(),
      captcha: null,
      captchaExpiresAt: null,
      captchaSolvedAt: null,
      reference: null,
    };
    await db.transaction().execute((tx) => tx.insertInto('drafts').values(draft).execute());
    return draft;
  },

  /** The draft, sent or not; nothing where it was swept or never was. */
  get: (id: string): Promise<Draft | undefined> =>
    db.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst(),

  /** What was typed, as it was typed. A field that never arrived is absent. */
  async fields(id: string): Promise<Partial<Values>> {
    const rows = await db
      .selectFrom('draftFields')
      .select(['name', 'value'])
      .where('draftId', '=', id)
      .execute();
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  },

  /** Keeps the given fields and leaves the others. False, and nothing kept, where the draft is sent or gone. */
  saveFields: (id: string, values: Partial<Values>, now = Date.now()): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      if (!(await touchOpenDraft(tx, id, now))) return false;
      for (const [name, value] of Object.entries(values) as [TextField, string | undefined][]) {
        if (value !== undefined) await saveField(tx, { draftId: id, name, value });
      }
      return true;
    }),

  /** Takes the language of the page that the visitor now fills in: the application will have it. */
  async setLanguage(id: string, language: Language): Promise<void> {
    await db
      .transaction()
      .execute((tx) =>
        tx
          .updateTable('drafts')
          .set({ language })
          .where('id', '=', id)
          .where('reference', 'is', null)
          .execute(),
      );
  },
});

/** Notes that a draft was worked on. False where it is sent or gone. */
export async function touchOpenDraft(tx: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('drafts')
    .set({ updatedAt: now })
    .where('id', '=', id)
    .where('reference', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const saveField = (tx: Db, field: { draftId: string; name: TextField; value: string }) =>
  tx
    .insertInto('draftFields')
    .values(field)
    .onConflict((conflict) => conflict.columns(['draftId', 'name']).doUpdateSet({ value: field.value }))
    .execute();
