import { normaliseCaptcha } from '../../application/captcha.ts';
import { CAPTCHA_MINUTES, MAX_WRONG_CAPTCHAS_PER_MINUTE } from '../../application/limits.ts';
import type { Problem } from '../../application/problems.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Code } from '../../store/draft-captcha.ts';
import type { Draft } from '../../store/drafts.ts';
import type { Store } from '../../store/index.ts';
import type { Captcha } from '../captcha/captcha.ts';
import { createKeyedRandom } from '../captcha/random.ts';

const MINUTE_MS = 60_000;

type Desk = {
  store: Store;
  captcha: Captcha;
  secret: string;
  /** A text that is right too, compared as typed. */
  testAnswer?: string;
  /** False: wrong answers are not counted. */
  isLimited: boolean;
};

const problem = (code: Problem['code']): Problem => ({ field: 'captcha', code });

/** The codes of drafts: shown, spoken, answered and, an address at a time, counted when wrong. */
export function createCaptchaDesk({ store, captcha, secret, testAnswer, isLimited }: Desk) {
  const freshCode = (now: number): Code => ({
    captcha: captcha.newCode(),
    expiresAt: now + CAPTCHA_MINUTES * MINUTE_MS,
  });
  /** One picture a code: several would add up to one without its disguise. */
  const disguise = (draftId: string, { captcha: code, expiresAt }: Code) =>
    createKeyedRandom(`captcha ${secret} ${draftId} ${expiresAt} ${code}`);
  const current = (draftId: string, now = Date.now()): Promise<Code | undefined> =>
    store.drafts.ensureCaptcha(draftId, freshCode(now), now);
  const wrongKey = (address: string): string => `wrong captchas ${address}`;
  const isExhausted = async (address: string): Promise<boolean> =>
    isLimited && ((await store.limits.get(wrongKey(address)))?.hits ?? 0) >= MAX_WRONG_CAPTCHAS_PER_MINUTE;

  return {
    /** The code to show now; nothing where none is asked for any more. */
    current,

    /** Another code, on demand. */
    renew: (draftId: string, now = Date.now()): Promise<void> =>
      store.drafts.setCaptcha(draftId, freshCode(now)),

    /** The PNG of a draft's code; nothing where it has none. */
    async picture(draftId: string): Promise<Buffer | undefined> {
      const code = await current(draftId);
      return code && captcha.image(code.captcha, disguise(draftId, code));
    },

    /** The WAV of a draft's code; nothing where it has none. */
    async sound(draftId: string, language: Language): Promise<Buffer | undefined> {
      const code = await current(draftId);
      return code && captcha.audio(code.captcha, language, disguise(draftId, code));
    },

    /**
     * Judges what was typed. Nothing where it is right, or the draft solved already; `address`, a hash of it, is whom a
     * wrong answer is counted for.
     */
    async answer(draft: Draft, typed: string, address: string): Promise<Problem | undefined> {
      if (await isExhausted(address)) return problem('captchaTooOften');
      const answer = normaliseCaptcha(typed);
      const verdict = await store.drafts.answerCaptcha(
        draft.id,
        (code) => typed === testAnswer || (code !== undefined && code === answer),
      );
      if (verdict === 'right') return undefined;
      if (isLimited) await store.limits.increment(wrongKey(address), MINUTE_MS);
      return problem(verdict === 'wrong' ? 'captcha' : 'captchaExpired');
    },
  };
}

export type CaptchaDesk = ReturnType<typeof createCaptchaDesk>;
