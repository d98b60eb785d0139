import type { Language } from '../../i18n/languages.ts';
import type { CaptchaVerdict, Code } from '../../store/drafts/draft-captcha.ts';
import type { Store } from '../../store/index.ts';
import { type AddressQuotas, CAPTCHA_MINUTES } from '../rules/limits.ts';
import type { Problem } from '../rules/problems.ts';
import { normaliseCaptcha } from '../rules/text.ts';
import type { CaptchaMedia } from './captcha-media.ts';
import { createKeyedRandom } from './keyed-random.ts';
import { createCodeSeal } from './sealed-code.ts';

const MINUTE_MS = 60_000;

type Dependencies = {
  store: Store;
  media: CaptchaMedia;
  secret: string;
  /** A text that is right too, compared as typed. */
  testAnswer?: string;
  quotas: AddressQuotas;
};

/** The typed answer, and the sealed code of its form. */
type Typed = { captcha: string; sealedCode?: string };

const problems: Record<Exclude<CaptchaVerdict, 'right'>, Problem['code']> = {
  wrong: 'captcha',
  expired: 'captchaExpired',
  tooOften: 'captchaTooOften',
};

/** The codes of forms, which bring them along sealed: shown, spoken, answered and, an address at a time, counted when wrong. */
export function createCaptchaCodes({ store, media, secret, testAnswer, quotas }: Dependencies) {
  const seal = createCodeSeal(secret);
  /** One picture a code: several would add up to one without its disguise. */
  const disguise = ({ id, captcha: code, expiresAt }: Code) =>
    createKeyedRandom(`captcha ${secret} ${id} ${expiresAt} ${code}`);

  return {
    /** A new code for a form. By the machine's own clock: if those of two machines differ, a code lives some minutes more or less. */
    seal: (): string =>
      seal.seal({ captcha: media.newCode(), expiresAt: Date.now() + CAPTCHA_MINUTES * MINUTE_MS }),

    /** Undefined if the text is no sealed code, or has expired. */
    open: (sealed: string | undefined): Code | undefined => seal.open(sealed),

    picture: (code: Code): Promise<Buffer> => media.image(code.captcha, disguise(code)),

    sound: (code: Code, language: Language): Buffer => media.audio(code.captcha, language, disguise(code)),

    /**
     * Judges what was typed. Undefined if it is right, or the draft is solved already; `address`, a hash of it, is whom a
     * wrong answer is counted for.
     */
    async answer(
      draftId: string,
      { captcha: typed, sealedCode }: Typed,
      address: string,
    ): Promise<Problem | undefined> {
      const answer = normaliseCaptcha(typed);
      const verdict = await store.drafts.answerCaptcha(draftId, {
        isRight: (code) => typed === testAnswer || (code !== undefined && code === answer),
        code: seal.open(sealedCode),
        limit: { key: `wrong captchas ${address}`, most: quotas.wrongCaptchasPerMinute, windowMs: MINUTE_MS },
      });
      return verdict === 'right' ? undefined : { field: 'captcha', code: problems[verdict] };
    },
  };
}

export type CaptchaCodes = ReturnType<typeof createCaptchaCodes>;
