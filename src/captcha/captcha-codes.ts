import { normaliseCaptcha } from '../application/ascii.ts';
import { CAPTCHA_MINUTES, MAX_WRONG_CAPTCHAS_PER_MINUTE } from '../application/limits.ts';
import type { Problem } from '../application/problems.ts';
import type { Language } from '../i18n/languages.ts';
import { type CaptchaVerdict, type Code, liveCode } from '../store/draft-captcha.ts';
import type { Draft } from '../store/drafts.ts';
import type { Store } from '../store/index.ts';
import type { CaptchaMedia } from './captcha-media.ts';
import { createKeyedRandom } from './random.ts';
import { createCodeSeal } from './sealed-code.ts';

const MINUTE_MS = 60_000;

type Dependencies = {
  store: Store;
  media: CaptchaMedia;
  secret: string;
  /** A text that is right too, compared as typed. */
  testAnswer?: string;
  /** False: wrong answers are not counted. */
  isLimited: boolean;
};

/** The typed answer, and the sealed code of the form of a visitor without a draft. */
type Typed = { captcha: string; sealedCode?: string };

/** Which code a picture or a sound is made of, and whose: two visitors never get the same of either. */
export type ShownCode = Code & { owner: string };

const problems: Record<Exclude<CaptchaVerdict, 'right'>, Problem['code']> = {
  wrong: 'captcha',
  expired: 'captchaExpired',
  tooOften: 'captchaTooOften',
};

/** The codes of forms: shown, spoken, answered and, an address at a time, counted when wrong. */
export function createCaptchaCodes({ store, media, secret, testAnswer, isLimited }: Dependencies) {
  const seal = createCodeSeal(secret);
  /** By the machine's own clock: where those of two machines differ, a code lives some minutes more or less than its ten. */
  const freshCode = (): Code => ({
    captcha: media.newCode(),
    expiresAt: Date.now() + CAPTCHA_MINUTES * MINUTE_MS,
  });
  /** One picture a code: several would add up to one without its disguise. */
  const disguise = ({ owner, captcha: code, expiresAt }: ShownCode) =>
    createKeyedRandom(`captcha ${secret} ${owner} ${expiresAt} ${code}`);

  return {
    /** A new code for the form of a visitor who has no draft yet: nothing is written. */
    seal: (): string => seal.seal(freshCode()),

    /** Whether a sealed code can still be shown. */
    isSealed: (sealed: unknown): sealed is string => seal.open(sealed) !== undefined,

    /** The code of a draft, a new one where it has none; undefined where none is asked for any more. */
    current: (draftId: string): Promise<Code | undefined> => store.drafts.ensureCaptcha(draftId, freshCode()),

    renew: (draftId: string): Promise<void> => store.drafts.setCaptcha(draftId, freshCode()),

    /** The code in a sealed one; undefined where it is invalid or has expired. */
    ofSealed(sealed: string): ShownCode | undefined {
      const code = seal.open(sealed);
      return code && { ...code, owner: code.id };
    },

    /** What a draft shows; undefined where it has no code that lives. */
    async ofDraft(draftId: string): Promise<ShownCode | undefined> {
      const draft = await store.drafts.get(draftId);
      const code = draft && liveCode(draft, Date.now());
      return code && { ...code, owner: draftId };
    },

    picture: (code: ShownCode): Promise<Buffer> => media.image(code.captcha, disguise(code)),

    sound: (code: ShownCode, language: Language): Buffer =>
      media.audio(code.captcha, language, disguise(code)),

    /**
     * Judges what was typed. Nothing where it is right, or the draft solved already; `address`, a hash of it, is whom a
     * wrong answer is counted for.
     */
    async answer(
      draft: Draft,
      { captcha: typed, sealedCode }: Typed,
      address: string,
    ): Promise<Problem | undefined> {
      const answer = normaliseCaptcha(typed);
      const verdict = await store.drafts.answerCaptcha(draft.id, {
        isRight: (code) => typed === testAnswer || (code !== undefined && code === answer),
        brought: sealedCode === undefined ? undefined : (seal.open(sealedCode) ?? null),
        limit: isLimited ? wrongAnswers(address) : undefined,
      });
      return verdict === 'right' ? undefined : { field: 'captcha', code: problems[verdict] };
    },
  };
}

export type CaptchaCodes = ReturnType<typeof createCaptchaCodes>;

const wrongAnswers = (address: string) => ({
  key: `wrong captchas ${address}`,
  most: MAX_WRONG_CAPTCHAS_PER_MINUTE,
  windowMs: MINUTE_MS,
});
