import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../../i18n/languages.ts';
import { readMuLawWav } from './wav.ts';

/** Samples a second, of the kept digits and of what is made from them. */
export const RATE = 16_000;

const DIGITS = [...'0123456789'];

/** A spoken digit, from -1 to 1, `RATE` a second. */
export type Voice = Readonly<Record<string, Float64Array>>;

function readDigit(file: string): Float64Array {
  const { rate, samples } = readMuLawWav(readFileSync(file));
  if (rate !== RATE) throw new Error(`${file} has ${rate} samples a second instead of ${RATE}`);
  return samples;
}

/** The spoken digits of both languages from `{folder}/{zh,en}/{0-9}.wav`, read once at start. */
export function readVoices(folder: string): Record<Language, Voice> {
  const voice = (language: Language): Voice =>
    Object.fromEntries(
      DIGITS.map((digit) => [digit, readDigit(path.join(folder, language, `${digit}.wav`))]),
    );
  return { zh: voice('zh'), en: voice('en') };
}
