import { randomInt } from 'node:crypto';
import path from 'node:path';
import type { Language } from '../../i18n/languages.ts';
import { CAPTCHA_DIGITS } from '../rules/limits.ts';
import { drawCaptcha } from './captcha-picture.ts';
import type { Random } from './keyed-random.ts';
import { readVoices, speak, type Voice } from './sound.ts';

/** Creates, draws and speaks codes. Reads the voices of a language (`{samplesDir}/{zh,en}/{voice}/{0-9}.wav`) on first use. */
export function createCaptchaMedia(samplesDir: string) {
  const read: Partial<Record<Language, Voice[]>> = {};
  const voices = (language: Language): Voice[] => {
    read[language] ??= readVoices(path.join(samplesDir, language));
    return read[language];
  };
  return {
    /** Returns a uniformly random code. */
    newCode: (): string => String(randomInt(10 ** CAPTCHA_DIGITS)).padStart(CAPTCHA_DIGITS, '0'),

    /** Returns a PNG. */
    image: drawCaptcha,

    /** Returns a WAV (16 kHz, mono, 16-bit). */
    audio: (code: string, language: Language, random: Random): Buffer =>
      speak(code, voices(language), random),
  };
}

export type CaptchaMedia = ReturnType<typeof createCaptchaMedia>;
