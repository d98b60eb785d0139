import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../i18n/languages.ts';
import { languages } from '../../i18n/languages.ts';
import { loudness, RATE } from './sound.ts';
import { readVoices } from './voice-samples.ts';

const SAMPLES_DIR = path.join(import.meta.dirname, 'samples');
const MAX_BYTES = 1_000_000;
const VOICES = 6;

const voices = (language: Language) => readVoices(path.join(SAMPLES_DIR, language));
const CASES = languages.flatMap((language) =>
  voices(language).map((voice, at) => ({ language, number: at + 1, voice })),
);

it('the samples are small', () => {
  const files = readdirSync(SAMPLES_DIR, { recursive: true, encoding: 'utf8' });
  const bytes = files.map((file) => statSync(path.join(SAMPLES_DIR, file))).filter((file) => file.isFile());
  expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MAX_BYTES);
});

it.each(languages)('%s is spoken in six voices', (language) => {
  expect(voices(language)).toHaveLength(VOICES);
});

describe.each(CASES)('voice $number in $language', ({ voice }) => {
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
});

it('no two samples are equal', () => {
  const samples = CASES.flatMap(({ voice }) => Object.values(voice));
  expect(new Set(samples.map((sample) => sample.join())).size).toBe(2 * VOICES * 10);
});
