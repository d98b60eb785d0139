import type { Clock } from '../engine/clock.ts';
import { type Db, transact } from '../engine/database.ts';
import { decrementCounter, incrementCounter } from '../rate-counters.ts';

/** A captcha code that travels sealed with the form. */
export type Code = { id: string; captcha: string; expiresAt: number };

type CaptchaAnswer = {
  /** Pure comparison; called with undefined if the code is invalid, expired or used. */
  isRight: (captcha: string | undefined) => boolean;
  /** Undefined if the form had none or an invalid one. */
  code?: Code;
  /** Limits wrong answers per key and window. */
  limit?: { key: string; max: number; windowMs: number };
};

/** `expired`: no valid code; `tooOften`: limit reached, the answer was not checked. */
export type CaptchaVerdict = 'right' | 'wrong' | 'expired' | 'tooOften';

/** Captcha state of drafts. Codes travel with the forms; the database only knows which are used. */
export const createDraftCaptcha = (db: Db, clock: Clock) => ({
  /**
   * Checks an answer, marks its code as used, and marks the draft as solved if the answer is right. Counting before checking in one
   * transaction serializes concurrent answers of one address or with one code: no code is used twice, and no limit is exceeded.
   */
  answerCaptcha: (id: string, answer: CaptchaAnswer, now = clock.now()): Promise<CaptchaVerdict> =>
    transact(db, async (tx) => {
      const draft = await lockedDraft(tx, id);
      if (!draft) return 'expired';
      if (draft.captchaSolvedAt !== null) return 'right';
      const { limit } = answer;
      if (limit && (await incrementCounter(tx, limit.key, now + limit.windowMs, now)).hits > limit.max)
        return 'tooOften';
      const code = await consumeCode(tx, answer.code, now);
      if (!answer.isRight(code?.captcha)) return code ? 'wrong' : 'expired';
      await tx.updateTable('drafts').set({ captchaSolvedAt: now }).where('id', '=', id).execute();
      if (limit) await decrementCounter(tx, limit.key);
      return 'right';
    }),
});

const lockedDraft = (tx: Db, id: string) =>
  tx.selectFrom('drafts').select('captchaSolvedAt').where('id', '=', id).forUpdate().executeTakeFirst();

/** Marks a code as used. Returns undefined if it is expired or was used before. */
async function consumeCode(tx: Db, code: Code | undefined, now: number): Promise<Code | undefined> {
  if (!code || now >= code.expiresAt) return undefined;
  const { hits } = await incrementCounter(tx, `used code ${code.id}`, code.expiresAt, now);
  return hits === 1 ? code : undefined;
}
