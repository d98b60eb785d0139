import type { Clock } from '../engine/clock.ts';
import type { Db } from '../engine/database.ts';
import { transact } from '../engine/transaction.ts';
import { countOne, takeBack } from '../rate-counters.ts';

/** The code that a form brought with it: `id` is unique, `expiresAt` in milliseconds since 1970. */
export type Code = { id: string; captcha: string; expiresAt: number };

/** An answer, and the code that it is compared with. */
export type CaptchaAnswer = {
  /** Changes nothing; called with the code, or undefined if it is invalid, expired or used. */
  isRight: (captcha: string | undefined) => boolean;
  /** Undefined if the form brought none, or an invalid one. */
  code?: Code;
  /** Wrong answers are counted under a key, and no more of them are judged until the window ends. */
  limit?: { key: string; most: number; windowMs: number };
};

/** `expired`: there is no code that the answer could have met; `tooOften`: the answer was not judged. */
export type CaptchaVerdict = 'right' | 'wrong' | 'expired' | 'tooOften';

/** Whether the captcha of a draft is solved. Its codes travel with the forms: the database knows only which of them are used. */
export const createDraftCaptcha = (db: Db, clock: Clock) => ({
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
      const code = await unused(tx, answer.code, now);
      if (!answer.isRight(code?.captcha)) return code ? 'wrong' : 'expired';
      await tx.updateTable('drafts').set({ captchaSolvedAt: now }).where('id', '=', id).execute();
      if (limit) await takeBack(tx, limit.key);
      return 'right';
    }),
});

/** Two answers that come together see one after another what the draft has. */
const lockedDraft = (tx: Db, id: string) =>
  tx.selectFrom('drafts').select('captchaSolvedAt').where('id', '=', id).forUpdate().executeTakeFirst();

/** The code, the first time only: that it was used is remembered until it expires. */
async function unused(tx: Db, code: Code | undefined, now: number): Promise<Code | undefined> {
  if (!code || now >= code.expiresAt) return undefined;
  const { hits } = await countOne(tx, `used code ${code.id}`, code.expiresAt, now);
  return hits === 1 ? code : undefined;
}
