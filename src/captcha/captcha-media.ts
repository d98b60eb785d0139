import { randomInt } from 'node:crypto';
import { CAPTCHA_DIGITS } from '../application/limits.ts';
import type { Language } from '../i18n/languages.ts';
import { drawPicture } from './picture.ts';
import type { Random } from './random.ts';
import { createSecureRandom } from './random.ts';
import { rasterise } from './raster.ts';
import { readVoices } from './samples.ts';
import { RATE } from './sound.ts';
import { speak } from './speech.ts';
import { writeWav } from './wav.ts';

/** What visitors see; 0 would be plain digits. */
const FULL_STRENGTH = 1;

type Options = {
  /** The folder with `{zh,en}/{voice}/{0-9}.wav`. */
  samplesDir: string;
  /** Where the disguise of pictures and sounds comes from; the codes always come from the system. */
  random?: Random;
};

const CODE = new RegExp(`^[0-9]{${CAPTCHA_DIGITS}}$`, 'u');

/** The code itself, if it is one; the code is not named in the error, which may be logged. */
function checked(code: string): string {
  if (!CODE.test(code)) throw new TypeError(`a captcha has ${CAPTCHA_DIGITS} digits`);
  return code;
}

/** Codes, and how they are shown and spoken. Reads the samples at once: a missing one fails the start. */
export function createCaptchaMedia({ samplesDir, random = createSecureRandom() }: Options) {
  const voices = readVoices(samplesDir);
  return {
    /** Five digits, all equally likely. */
    newCode: (): string => String(randomInt(10 ** CAPTCHA_DIGITS)).padStart(CAPTCHA_DIGITS, '0'),

    /** A PNG of 220 × 80 pixels, about 7 KB; another one at every call, unless `own` is the same. Rejects what is no code. */
    image: async (code: string, own = random): Promise<Buffer> =>
      rasterise(drawPicture(checked(code), own, FULL_STRENGTH), own, FULL_STRENGTH),

    /** A WAV (16 kHz, mono, 16-bit) of some 6 seconds, about 200 KB, made in some 10 ms; otherwise like `image`. Throws for what is no code. */
    audio: (code: string, language: Language, own = random): Buffer =>
      writeWav({ rate: RATE, samples: speak(checked(code), voices[language], own) }),
  };
}

export type CaptchaMedia = ReturnType<typeof createCaptchaMedia>;
