import type { Db } from './database.ts';
import type { Clock } from './engine/clock.ts';
import { transact, write } from './engine/transaction.ts';
import { countOne, takeBack } from './rate-counters.ts';
import type { DraftRow } from './tables.ts';

type Changes = Partial<Pick<DraftRow, 'captcha' | 'captchaExpiresAt' | 'captchaSolvedAt'>>;
const none: Changes = { captcha: null, captchaExpiresAt: null };

export type Code = { captcha: string; expiresAt: number };

/** An answer, and what it is held against. */
export type CaptchaAnswer = {
  /** Changes nothing; called with the current code or undefined where it has expired. */
  isRight: (captcha: string | undefined) => boolean;
  /** The code that the form brought with it, instead of the draft's own; null where that one is invalid. */
  brought?: (Code & { id: string }) | null;
  /** Wrong answers are counted under a key, and no more of them are judged while it lasts. */
  limit?: { key: string; most: number; windowMs: number };
};

/** `expired`: there was no code any more that the answer could have met; `tooOften`: the answer was not looked at. */
export type CaptchaVerdict = 'right' | 'wrong' | 'expired' | 'tooOften';

/**
 * The captcha of a draft: a text that the captcha's service chose and only it understands. Both picture and sound are
 * made from it, so it is shown until an answer uses it up. Times are milliseconds since 1970.
 */
export const createDraftCaptcha = (db: Db, clock: Clock) => ({
  /** Replaces whatever captcha the draft had; one that was solved stays so. */
  setCaptcha: (id: string, { captcha, expiresAt }: Code): Promise<void> =>
    write(db, (tx) => change(tx, id, { captcha, captchaExpiresAt: expiresAt })),

  /** The captcha to show: the live one, or the given one from now on. Nothing for a draft that is solved, sent or gone. */
  ensureCaptcha: (id: string, fresh: Code, now = clock.now()): Promise<Code | undefined> =>
    transact(db, async (tx) => {
      const draft = await lockedDraft(tx, id);
      if (!draft || draft.captchaSolvedAt !== null || draft.reference !== null) return undefined;
      const live = liveCode(draft, now);
      if (!live) await change(tx, id, { captcha: fresh.captcha, captchaExpiresAt: fresh.expiresAt });
      return live ?? fresh;
    }),

  /**
   * Judges an answer and remembers a right one for the draft; either way the code is used up. It is counted first and judged
   * then, in one transaction: answers that come together use no code twice, and no more of them are judged than may be. A counter
   * stays locked from its count to the end, so that answers of one address, or with one code, wait for each other.
   */
  answerCaptcha: (id: string, answer: CaptchaAnswer, now = clock.now()): Promise<CaptchaVerdict> =>
    transact(db, async (tx) => {
      const draft = await lockedDraft(tx, id);
      if (!draft) return 'expired';
      if (draft.captchaSolvedAt !== null) return 'right';
      const { limit } = answer;
      if (limit && (await countOne(tx, limit.key, now + limit.windowMs, now)).hits > limit.most)
        return 'tooOften';
      const code =
        answer.brought === undefined ? liveCode(draft, now) : await unused(tx, answer.brought, now);
      const isRight = answer.isRight(code?.captcha);
      await change(tx, id, isRight ? { ...none, captchaSolvedAt: now } : none);
      if (isRight && limit) await takeBack(tx, limit.key);
      if (isRight) return 'right';
      return code ? 'wrong' : 'expired';
    }),
});

/** Two answers, or two looks, that come together see one after another what the draft has. */
const lockedDraft = (tx: Db, id: string) =>
  tx
    .selectFrom('drafts')
    .select(['captcha', 'captchaExpiresAt', 'captchaSolvedAt', 'reference'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The code that a draft shows now. */
export function liveCode(
  { captcha, captchaExpiresAt }: Pick<DraftRow, 'captcha' | 'captchaExpiresAt'>,
  now: number,
): Code | undefined {
  if (!captcha || captchaExpiresAt === null || now >= captchaExpiresAt) return undefined;
  return { captcha, expiresAt: captchaExpiresAt };
}

/** A code that a form brought, once: that it was used is remembered until it expires. */
async function unused(tx: Db, brought: CaptchaAnswer['brought'], now: number): Promise<Code | undefined> {
  if (!brought || now >= brought.expiresAt) return undefined;
  const { hits } = await countOne(tx, `used code ${brought.id}`, brought.expiresAt, now);
  return hits === 1 ? brought : undefined;
}

async function change(tx: Db, id: string, changes: Changes): Promise<void> {
  await tx.updateTable('drafts').set(changes).where('id', '=', id).execute();
}
