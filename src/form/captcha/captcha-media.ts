import { randomInt } from 'node:crypto';
import path from 'node:path';
import type { Language } from '../../i18n/languages.ts';
import { CAPTCHA_DIGITS } from '../rules/limits.ts';
import { drawPicture } from './captcha-picture.ts';
import type { Random } from './keyed-random.ts';
import { rasterise } from './raster.ts';
import { RATE } from './sound.ts';
import { speak } from './speech.ts';
import { readVoices, type Voice } from './voice-samples.ts';
import { writeWav } from './wav.ts';

/** What visitors see; 0 would be plain digits. */
const FULL_STRENGTH = 1;

const CODE = new RegExp(`^[0-9]{${CAPTCHA_DIGITS}}$`, 'u');

/** The code itself, if it is one; the code is not named in the error, which may be logged. */
function checked(code: string): string {
  if (!CODE.test(code)) throw new TypeError(`a captcha has ${CAPTCHA_DIGITS} digits`);
  return code;
}

/**
 * Codes, and how they are shown and spoken, in the disguise that `random` makes. The samples of a language,
 * `{samplesDir}/{zh,en}/{voice}/{0-9}.wav`, are read for its first sound: they would delay every start by 20 ms.
 */
export function createCaptchaMedia(samplesDir: string) {
  const read: Partial<Record<Language, Voice[]>> = {};
  const voices = (language: Language): Voice[] => {
    read[language] ??= readVoices(path.join(samplesDir, language));
    return read[language];
  };
  return {
    /** Five digits, all equally likely. */
    newCode: (): string => String(randomInt(10 ** CAPTCHA_DIGITS)).padStart(CAPTCHA_DIGITS, '0'),

    /** A PNG of 220 × 80 pixels, about 7 KB. Rejects what is no code. */
    image: async (code: string, random: Random): Promise<Buffer> =>
      rasterise(drawPicture(checked(code), random, FULL_STRENGTH), random, FULL_STRENGTH),

    /** A WAV (16 kHz, mono, 16-bit) of some 6 seconds, about 200 KB, made in some 10 ms. Throws for what is no code. */
    audio: (code: string, language: Language, random: Random): Buffer =>
      writeWav({ rate: RATE, samples: speak(checked(code), voices(language), random) }),
  };
}

export type CaptchaMedia = ReturnType<typeof createCaptchaMedia>;
