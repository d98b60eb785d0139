import type { Db } from './database.ts';
import type { DraftRow } from './tables.ts';

type Changes = Partial<Pick<DraftRow, 'captcha' | 'captchaExpiresAt' | 'captchaSolvedAt'>>;
const none: Changes = { captcha: null, captchaExpiresAt: null };

export type Code = { captcha: string; expiresAt: number };
/** `expired`: there was no code any more that the answer could have met. */
export type CaptchaVerdict = 'right' | 'wrong' | 'expired';

/**
 * The captcha of a draft: a text that the captcha's service chose and only it understands. Both picture and sound are
 * made from it, so it is shown until an answer uses it up. Times are milliseconds since 1970.
 */
export const createDraftCaptcha = (db: Db) => ({
  /** Replaces whatever captcha the draft had; one that was solved stays so. */
  setCaptcha: (id: string, { captcha, expiresAt }: Code): Promise<void> =>
    db.transaction().execute((tx) => change(tx, id, { captcha, captchaExpiresAt: expiresAt })),

  /** The captcha to show: the live one, or the given one from now on. Nothing for a draft that is solved, sent or gone. */
  ensureCaptcha: (id: string, fresh: Code, now = Date.now()): Promise<Code | undefined> =>
    db.transaction().execute(async (tx) => {
      const draft = await read(tx, id);
      if (!draft || draft.captchaSolvedAt !== null || draft.reference !== null) return undefined;
      const live = liveCode(draft, now);
      if (!live) await change(tx, id, { captcha: fresh.captcha, captchaExpiresAt: fresh.expiresAt });
      return live ?? fresh;
    }),

  /**
   * Judges an answer and remembers a right one for the draft; either way the code is used up. `isRight` is asked once,
   * with the live code or nothing. All in one transaction, so that answers that come together cannot use one code twice.
   */
  answerCaptcha: (
    id: string,
    isRight: (captcha: string | undefined) => boolean,
    now = Date.now(),
  ): Promise<CaptchaVerdict> =>
    db.transaction().execute(async (tx) => {
      const draft = await read(tx, id);
      if (!draft) return 'expired';
      if (draft.captchaSolvedAt !== null) return 'right';
      const live = liveCode(draft, now);
      const right = isRight(live?.captcha);
      await change(tx, id, right ? { ...none, captchaSolvedAt: now } : none);
      if (right) return 'right';
      return live ? 'wrong' : 'expired';
    }),
});

const read = (tx: Db, id: string) =>
  tx
    .selectFrom('drafts')
    .select(['captcha', 'captchaExpiresAt', 'captchaSolvedAt', 'reference'])
    .where('id', '=', id)
    .executeTakeFirst();

function liveCode(
  { captcha, captchaExpiresAt }: Pick<DraftRow, 'captcha' | 'captchaExpiresAt'>,
  now: number,
): Code | undefined {
  if (!captcha || captchaExpiresAt === null || now >= captchaExpiresAt) return undefined;
  return { captcha, expiresAt: captchaExpiresAt };
}

async function change(tx: Db, id: string, changes: Changes): Promise<void> {
  await tx.updateTable('drafts').set(changes).where('id', '=', id).execute();
}
