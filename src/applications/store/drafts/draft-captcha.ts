import type { Clock } from '../engine/clock.ts';
import { type Db, transact } from '../engine/database.ts';
import { incrementCounter, type Quota, releaseQuota, takeQuota } from '../rate-counters.ts';
import type { Draft } from './drafts.ts';

/** A captcha code, which is sealed in the form. */
export type Code = { id: string; captcha: string; expiresAt: number };

type CaptchaAnswer = {
  /** Compares the answer without side effects. Called with undefined if the code is invalid, expired or used. */
  isRight: (captcha: string | undefined) => boolean;
  /** Undefined if the form had no code or an invalid one. */
  code?: Code;
  quotas?: WrongAnswerQuotas;
};

/** Quotas of wrong answers for the applicant's session and for the client address, which applicants may share. */
export type WrongAnswerQuotas = { ofSession: readonly Quota[]; ofAddress: readonly Quota[] };

/** `expired`: the form had no valid code. `tooOften`: a quota is exhausted, so the answer was not checked. */
export type CaptchaVerdict = 'right' | 'wrong' | 'expired' | 'tooOften';

/** Creates the store for solved captchas. The codes are in the forms, and the database only records which ones were used. */
export const createDraftCaptcha = (db: Db, clock: Clock) => ({
  /**
   * Checks an answer, marks its code as used, and marks the draft as solved if the answer is right. Counts before checking in the
   * same transaction. This serialises concurrent answers, so that no code is used twice and no limit is exceeded.
   */
  answerCaptcha: (id: string, answer: CaptchaAnswer, now = clock.now()): Promise<CaptchaVerdict> =>
    transact(db, async (tx) => {
      const draft = await lockedDraft(tx, id);
      if (!draft) return 'expired';
      if (draft.captchaSolvedAt !== null) return 'right';
      const counted = await countAnswer(tx, draft, answer.quotas, now);
      if (!counted) return 'tooOften';
      const code = await consumeCode(tx, answer.code, now);
      if (!answer.isRight(code?.captcha)) return code ? 'wrong' : 'expired';
      await tx.updateTable('drafts').set({ captchaSolvedAt: now }).where('id', '=', id).execute();
      await releaseQuota(tx, counted, 1);
      return 'right';
    }),
});

/**
 * Counts an answer. Returns the quotas that counted it, or undefined if it must not be checked. If another visitor has exhausted
 * the quota of a shared address, answers for drafts older than its window are still checked.
 */
async function countAnswer(
  tx: Db,
  { createdAt }: Pick<Draft, 'createdAt'>,
  { ofSession, ofAddress }: WrongAnswerQuotas = { ofSession: [], ofAddress: [] },
  now: number,
): Promise<readonly Quota[] | undefined> {
  if (await takeQuota(tx, ofSession, 1, now)) return undefined;
  const exceeded = await takeQuota(tx, ofAddress, 1, now);
  if (!exceeded) return [...ofSession, ...ofAddress];
  return createdAt < exceeded.resetsAt - exceeded.windowMs ? ofSession : undefined;
}

const lockedDraft = (tx: Db, id: string) =>
  tx
    .selectFrom('drafts')
    .select(['captchaSolvedAt', 'createdAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Marks a code as used. Returns undefined if it has expired or was used before. */
async function consumeCode(tx: Db, code: Code | undefined, now: number): Promise<Code | undefined> {
  if (!code || now >= code.expiresAt) return undefined;
  const { hits } = await incrementCounter(tx, `used code ${code.id}`, code.expiresAt, now);
  return hits === 1 ? code : undefined;
}
