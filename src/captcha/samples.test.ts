import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '../i18n/languages.ts';
import { languages } from '../i18n/languages.ts';
import type { Voice } from './samples.ts';
import { readVoices } from './samples.ts';
import { loudness, RATE } from './sound.ts';
import { hiss } from './testing/hearing.ts';
import { SAMPLES_DIR } from './testing/samples-dir.ts';

const MAX_BYTES = 1_000_000;
const VOICES = 6;

const voices = (language: Language) => readVoices(path.join(SAMPLES_DIR, language));
/** The digits that begin or end with s or q. */
const HISSED: Record<Language, string[]> = { zh: ['3', '4', '7'], en: ['6', '7'] };
const CASES = languages.flatMap((language) =>
  voices(language).map((voice, at) => ({ language, number: at + 1, voice })),
);

function usualHiss(voice: Voice): number {
  const all = Object.values(voice)
    .map(hiss)
    .sort((a, b) => a - b);
  return all[all.length / 2] ?? 0;
}

it('the samples are small', () => {
  const files = readdirSync(SAMPLES_DIR, { recursive: true, encoding: 'utf8' });
  const bytes = files.map((file) => statSync(path.join(SAMPLES_DIR, file))).filter((file) => file.isFile());
  expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MAX_BYTES);
});

it.each(languages)('%s is spoken in six voices', (language) => {
  expect(voices(language)).toHaveLength(VOICES);
});

describe.each(CASES)('voice $number in $language', ({ language, voice }) => {
  it('says every digit, as long as one takes', () => {
    const lengths = Object.values(voice).map((sample) => sample.length / RATE);
    expect(lengths).toHaveLength(10);
    expect(lengths.filter((length) => length < 0.25 || length > 0.75)).toEqual([]);
  });

  it('is loud and does not end in silence', () => {
    const samples = Object.values(voice);
    expect(samples.filter((sample) => loudness(sample) < 0.05)).toEqual([]);
    expect(samples.filter((sample) => loudness(sample.subarray(-RATE * 0.06)) < 0.005)).toEqual([]);
  });

  it('hisses where the word does', () => {
    const usual = usualHiss(voice);
    const soft = HISSED[language].filter((digit) => hiss(voice[digit] ?? new Float64Array(1)) < 1.5 * usual);
    expect(soft).toEqual([]);
  });
});

it('no two samples are equal', () => {
  const samples = CASES.flatMap(({ voice }) => Object.values(voice));
  expect(new Set(samples.map((sample) => sample.join())).size).toBe(2 * VOICES * 10);
});
