import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../i18n/languages.ts';
import { RATE } from './sound.ts';
import { readMuLawWav } from './wav.ts';

const DIGITS = [...'0123456789'];

/** A spoken digit each, from -1 to 1, `RATE` a second. */
export type Voice = Readonly<Record<string, Float64Array>>;

function readDigit(file: string): Float64Array {
  const { rate, samples } = readMuLawWav(readFileSync(file));
  if (rate !== RATE) throw new Error(`${file} has ${rate} samples a second instead of ${RATE}`);
  return samples;
}

const readVoice = (folder: string): Voice =>
  Object.fromEntries(DIGITS.map((digit) => [digit, readDigit(path.join(folder, `${digit}.wav`))]));

const readLanguage = (folder: string): Voice[] =>
  readdirSync(folder)
    .sort()
    .map((voice) => readVoice(path.join(folder, voice)));

/** The voices of both languages from `{folder}/{zh,en}/{voice}/{0-9}.wav`, read once at start. */
export function readVoices(folder: string): Record<Language, Voice[]> {
  return { zh: readLanguage(path.join(folder, 'zh')), en: readLanguage(path.join(folder, 'en')) };
}
