import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

/** The voices that stand in `{folder}/{voice}/{0-9}.wav`, some 4 MB. */
export const readVoices = (folder: string): Voice[] =>
  readdirSync(folder)
    .sort()
    .map((voice) => readVoice(path.join(folder, voice)));
