import type { Kysely } from 'kysely';

type Session = { draftId?: string; reference?: string; repeated?: string; cookie: unknown };
type Tables = {
  drafts: { id: string; session: string | null };
  sessions: { id: string; json: string };
};

/** Moves the link between draft and session to the draft. Drops captcha columns: codes travel with the forms. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('drafts').addColumn('session', 'text').execute();
  await db.schema.createIndex('drafts_by_session').on('drafts').columns(['session', 'updated_at']).execute();
  for (const column of ['captcha', 'captcha_expires_at']) {
    await db.schema.alterTable('drafts').dropColumn(column).execute();
  }
  for (const { id, json } of await db.selectFrom('sessions').select(['id', 'json']).execute()) {
    const { draftId, reference: _reference, repeated: _repeated, ...kept } = JSON.parse(json) as Session;
    if (draftId !== undefined)
      await db.updateTable('drafts').set({ session: id }).where('id', '=', draftId).execute();
    const carried = JSON.stringify({ ...kept, isKept: true });
    await db.updateTable('sessions').set({ json: carried }).where('id', '=', id).execute();
  }
}
