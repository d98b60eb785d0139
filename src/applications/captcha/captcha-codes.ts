import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Language } from '../../i18n/languages.ts';
import { MINUTE_MS } from '../../lib/days.ts';
import type { Quotas } from '../form/quotas.ts';
import { CAPTCHA_DIGITS, CAPTCHA_MINUTES, CLIENT_LIMITS } from '../rules/limits.ts';
import type { Problem } from '../rules/problems.ts';
import { normaliseCaptcha } from '../rules/text.ts';
import { createSigner, formatTime, parseTime } from '../signed-tokens.ts';
import type { CaptchaVerdict, Code, Draft } from '../store/drafts/drafts.ts';
import type { Store } from '../store/index.ts';
import { drawCaptcha } from './captcha-picture.ts';
import { readVoices, synthesizeSpeech, type Voice } from './captcha-sound.ts';
import { createKeyedRandom } from './keyed-random.ts';

const MAX_REMEMBERED_IMAGES = 1000;

const ID_BYTES = 12;
const SEALED_CODE = /^(?<id>[\w-]{16})(?<signature>[\w-]{43})(?<time>[0-9a-z]{1,11})$/u;
/** Digest bytes that the digits derive from, enough for a nearly uniform distribution. */
const NUMBER_BYTES = 6;

/** The digits derive from the signed id and the secret, so no form contains them. */
export function createCodeSeal(secret: string) {
  const { computeDigest, sign, isSigned } = createSigner(secret);
  const signedText = (time: string, id: string): string => `captcha ${time} ${id}`;
  const deriveDigits = (text: string): string =>
    `${computeDigest(`digits of ${text}`).readUIntBE(0, NUMBER_BYTES) % 10 ** CAPTCHA_DIGITS}`;

  return {
    seal(now = Date.now()): string {
      const time = formatTime(now + CAPTCHA_MINUTES * MINUTE_MS);
      const id = randomBytes(ID_BYTES).toString('base64url');
      return `${id}${sign(signedText(time, id))}${time}`;
    },

    /** Returns the code, or undefined if this site did not seal it or if it has expired. */
    open(sealed: unknown, now = Date.now()): Code | undefined {
      const { time = '', id = '', signature } = SEALED_CODE.exec(String(sealed))?.groups ?? {};
      const text = signedText(time, id);
      const expiresAt = parseTime(time);
      if (signature === undefined || !isSigned(text, signature) || now >= expiresAt) return undefined;
      return { id, captcha: deriveDigits(text).padStart(CAPTCHA_DIGITS, '0'), expiresAt };
    },
  };
}

export type Dependencies = {
  store: Store;
  /** Folder with the voices: `{zh,en}/{voice}/{0-9}.wav`. */
  samplesDir: string;
  secret: string;
  /** Additional correct answer, compared without normalising. */
  testAnswer?: string;
  quotas: Quotas;
};

type TypedAnswer = { captcha: string; sealedCode?: string };

const problemCodes: Record<Exclude<CaptchaVerdict, 'right'>, Problem['code']> = {
  wrong: 'captcha',
  expired: 'captchaExpired',
  tooOften: CLIENT_LIMITS.wrongCaptchas.message,
};

export function createCaptchaCodes({ store, samplesDir, secret, testAnswer, quotas }: Dependencies) {
  const codes = createCodeSeal(secret);
  const voices: Partial<Record<Language, Voice[]>> = {};
  const images = new LRUCache<string, Promise<Buffer>>({ max: MAX_REMEMBERED_IMAGES });
  /** Returns the same numbers for the same code: averaging several images would remove the noise. */
  const createRandom = ({ id }: Code) => createKeyedRandom(`captcha ${secret} ${id}`);

  return {
    ...codes,

    drawImage(code: Code): Promise<Buffer> {
      const drawn = images.get(code.id);
      if (drawn) return drawn;
      const image = drawCaptcha(code.captcha, createRandom(code));
      images.set(code.id, image);
      image.catch(() => images.delete(code.id));
      return image;
    },

    speak(code: Code, language: Language): Buffer {
      voices[language] ??= readVoices(path.join(samplesDir, language));
      return synthesizeSpeech(code.captcha, voices[language], createRandom(code));
    },

    /** Returns undefined if the answer is correct or the draft's captcha is already solved. */
    async checkAnswer(
      draft: Pick<Draft, 'id' | 'session'>,
      { captcha: typed, sealedCode }: TypedAnswer,
      ip: string | undefined,
    ): Promise<Problem | undefined> {
      const answer = normaliseCaptcha(typed);
      const verdict = await store.drafts.answerCaptcha(draft.id, {
        isRight: (code) => typed === testAnswer || (code !== undefined && code === answer),
        code: codes.open(sealedCode),
        quotas: quotas.of('wrongCaptchas', draft, ip),
      });
      return verdict === 'right' ? undefined : { field: 'captcha', code: problemCodes[verdict] };
    },
  };
}

export type CaptchaCodes = ReturnType<typeof createCaptchaCodes>;
