import type { Db } from './database.ts';
import type { DraftRow } from './tables.ts';

type Changes = Partial<Pick<DraftRow, 'captcha' | 'captchaExpiresAt' | 'captchaSolvedAt'>>;
const none: Changes = { captcha: null, captchaExpiresAt: null };

/**
 * The captcha of a draft: a text that the captcha's service chose and only it understands. Both picture and sound are
 * made from it, so it is read (`drafts.get`) until an answer takes it. Times are milliseconds since 1970.
 */
export const createDraftCaptcha = (db: Db) => ({
  /** Replaces whatever captcha the draft had. */
  setCaptcha: (id: string, captcha: string, expiresAt: number): Promise<void> =>
    write(db, id, { captcha, captchaExpiresAt: expiresAt }),

  /** Gives the captcha once and forgets it: an answer, right or wrong, uses it up. Nothing where it has expired. */
  takeCaptcha: (id: string, now = Date.now()): Promise<string | undefined> =>
    db.transaction().execute(async (tx) => {
      const draft = await tx
        .selectFrom('drafts')
        .select(['captcha', 'captchaExpiresAt'])
        .where('id', '=', id)
        .executeTakeFirst();
      await change(tx, id, none);
      return draft?.captcha && now < (draft.captchaExpiresAt ?? 0) ? draft.captcha : undefined;
    }),

  /** The captcha stays solved for the draft. */
  markSolved: (id: string, now = Date.now()): Promise<void> =>
    write(db, id, { ...none, captchaSolvedAt: now }),
});

const write = (db: Db, id: string, changes: Changes): Promise<void> =>
  db.transaction().execute((tx) => change(tx, id, changes));

async function change(tx: Db, id: string, changes: Changes): Promise<void> {
  await tx.updateTable('drafts').set(changes).where('id', '=', id).execute();
}
