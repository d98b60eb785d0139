import type { Clock } from '../engine/clock.ts';
import { type Db, transact } from '../engine/database.ts';
import { incrementCounter, type Quota, releaseQuotas, takeQuotas } from '../rate-counters.ts';
import { lockDraft } from './drafts.ts';

/** A captcha code, which is sealed in the form. */
export type Code = { id: string; captcha: string; expiresAt: number };

type CaptchaAnswer = {
  /** Compares the answer without side effects. Called with undefined if the code is invalid, expired or used. */
  isRight: (captcha: string | undefined) => boolean;
  /** Undefined if the form had no code or an invalid one. */
  code?: Code;
  /** Quotas of wrong answers. */
  quotas?: readonly Quota[];
};

/** `expired`: the form had no valid code. `tooOften`: a quota is exhausted, so the answer was not checked. */
export type CaptchaVerdict = 'right' | 'wrong' | 'expired' | 'tooOften';

/** The codes are in the forms; the database only records which ones were used. */
export const createDraftCaptcha = (db: Db, clock: Clock) => ({
  /** Counts, then checks in one transaction, so that concurrent answers use no code twice and exceed no limit. */
  answerCaptcha: (
    id: string,
    { code: sent, isRight, quotas = [] }: CaptchaAnswer,
    now = clock.now(),
  ): Promise<CaptchaVerdict> =>
    transact(db, async (tx) => {
      const draft = await lockDraft(tx, id);
      if (!draft) return 'expired';
      if (draft.captchaSolvedAt !== null) return 'right';
      if (await takeQuotas(tx, quotas, now, draft.createdAt)) return 'tooOften';
      const code = await consumeCode(tx, sent, now);
      if (!isRight(code?.captcha)) return code ? 'wrong' : 'expired';
      await tx.updateTable('drafts').set({ captchaSolvedAt: now }).where('id', '=', id).execute();
      await releaseQuotas(tx, quotas);
      return 'right';
    }),
});

/** Marks a code as used. Returns undefined if it has expired or was used before. */
async function consumeCode(tx: Db, code: Code | undefined, now: number): Promise<Code | undefined> {
  if (!code || now >= code.expiresAt) return undefined;
  const { hits } = await incrementCounter(tx, `used code ${code.id}`, code.expiresAt, now);
  return hits === 1 ? code : undefined;
}
