import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
} from 'node:crypto';
import path from 'node:path';
import type { Quotas } from '../../http/middleware/limiters.ts';
import type { Language } from '../../i18n/languages.ts';
import { MINUTE_MS } from '../../lib/days.ts';
import { ADDRESS_QUOTAS, CAPTCHA_DIGITS, CAPTCHA_MINUTES } from '../rules/limits.ts';
import type { Problem } from '../rules/problems.ts';
import { normaliseCaptcha } from '../rules/text.ts';
import type { CaptchaVerdict, Code } from '../store/drafts/draft-captcha.ts';
import type { Draft } from '../store/drafts/drafts.ts';
import type { Store } from '../store/index.ts';
import { drawCaptcha } from './captcha-picture.ts';
import { readVoices, synthesizeSpeech, type Voice } from './captcha-sound.ts';
import { createKeyedRandom, type Random } from './keyed-random.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Encrypts and authenticates a text (AES-256-GCM). Returns nonce, tag and ciphertext in base64url. */
function seal(key: KeyObject, nonce: Buffer, text: string): string {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a text that was sealed with this key. Returns undefined for any other text. */
function unseal(key: KeyObject, bytes: Buffer): string | undefined {
  if (bytes.length <= HEAD_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, HEAD_BYTES));
  try {
    return decipher.update(bytes.subarray(HEAD_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

const KEY_BYTES = 32;

/** Pattern that rejects long texts before decryption. */
const SEALED = /^[\w-]{40,120}$/u;
const PLAIN = /^([0-9a-z]{1,11}) ([0-9]+)$/u;

/**
 * Encrypts and authenticates codes for transport in forms (AES-256-GCM). The nonce of a sealed code is its identifier.
 */
export function createCodeSeal(secret: string) {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'captcha code key', KEY_BYTES)));

  return {
    seal: ({ captcha, expiresAt }: Omit<Code, 'id'>): string =>
      seal(key, randomBytes(NONCE_BYTES), `${expiresAt.toString(36)} ${captcha}`),

    /** Returns the code, or undefined if this site did not seal the text or it has expired. */
    open(sealed: unknown, now = Date.now()): Code | undefined {
      if (typeof sealed !== 'string' || !SEALED.test(sealed)) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      const [, time = '', captcha = ''] = PLAIN.exec(unseal(key, bytes) ?? '') ?? [];
      const expiresAt = Number.parseInt(time, 36);
      if (!(now < expiresAt)) return undefined;
      return { id: bytes.subarray(0, NONCE_BYTES).toString('base64url'), captcha, expiresAt };
    },
  };
}

/** Creates, draws and speaks codes. Reads a language's voices (`{samplesDir}/{zh,en}/{voice}/{0-9}.wav`) on first use. */
export function createCaptchaMedia(samplesDir: string) {
  const read: Partial<Record<Language, Voice[]>> = {};
  const voices = (language: Language): Voice[] => {
    read[language] ??= readVoices(path.join(samplesDir, language));
    return read[language];
  };
  return {
    /** Returns a uniformly random code. */
    newCode: (): string => String(randomInt(10 ** CAPTCHA_DIGITS)).padStart(CAPTCHA_DIGITS, '0'),

    /** Draws a code as a PNG. */
    image: drawCaptcha,

    /** Speaks a code as a WAV (16 kHz, mono, 16-bit). */
    audio: (code: string, language: Language, random: Random): Buffer =>
      synthesizeSpeech(code, voices(language), random),
  };
}

export type CaptchaMedia = ReturnType<typeof createCaptchaMedia>;

type Dependencies = {
  store: Store;
  media: CaptchaMedia;
  secret: string;
  /** Additional correct answer, compared without normalising. */
  testAnswer?: string;
  quotas: Quotas;
};

type Typed = { captcha: string; sealedCode?: string };

const problems: Record<Exclude<CaptchaVerdict, 'right'>, Problem['code']> = {
  wrong: 'captcha',
  expired: 'captchaExpired',
  tooOften: ADDRESS_QUOTAS.wrongCaptchas.message,
};

/** Creates, draws, speaks and checks the sealed codes of forms. Limits wrong answers per session and client address. */
export function createCaptchaCodes({ store, media, secret, testAnswer, quotas }: Dependencies) {
  const codes = createCodeSeal(secret);
  /** Seeds the random numbers with the code's id, because averaging several pictures of a code would remove the noise. */
  const randomOf = ({ id, captcha: code, expiresAt }: Code) =>
    createKeyedRandom(`captcha ${secret} ${id} ${expiresAt} ${code}`);

  return {
    /** Creates a sealed code. Uses the machine's clock, so if clocks differ, codes expire slightly earlier or later. */
    seal: (): string =>
      codes.seal({ captcha: media.newCode(), expiresAt: Date.now() + CAPTCHA_MINUTES * MINUTE_MS }),

    /** Returns the code, or undefined if the text is not a sealed code or has expired. */
    open: (sealed: string | undefined): Code | undefined => codes.open(sealed),

    picture: (code: Code): Promise<Buffer> => media.image(code.captcha, randomOf(code)),

    sound: (code: Code, language: Language): Buffer => media.audio(code.captcha, language, randomOf(code)),

    /** Checks an answer. Returns undefined if it is correct or the draft's captcha is already solved. */
    async answer(
      { id, session }: Pick<Draft, 'id' | 'session'>,
      { captcha: typed, sealedCode }: Typed,
      ip: string | undefined,
    ): Promise<Problem | undefined> {
      const answer = normaliseCaptcha(typed);
      const verdict = await store.drafts.answerCaptcha(id, {
        isRight: (code) => typed === testAnswer || (code !== undefined && code === answer),
        code: codes.open(sealedCode),
        quotas: quotas.wrongCaptchas(session ?? id, ip),
      });
      return verdict === 'right' ? undefined : { field: 'captcha', code: problems[verdict] };
    },
  };
}

export type CaptchaCodes = ReturnType<typeof createCaptchaCodes>;
