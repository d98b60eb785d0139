import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../i18n/languages.ts';
import { RATE, readVoices } from './samples.ts';
import { hiss, loudness } from './testing/hearing.ts';
import { SAMPLES_DIR } from './testing/samples-dir.ts';

const MAX_BYTES = 300_000;
const HISSING = 0.035;

const voices = readVoices(SAMPLES_DIR);
/** The digits that begin or end with s or q. */
const HISSED: Record<Language, string[]> = { zh: ['3', '4', '7'], en: ['6', '7'] };
const CASES = (['zh', 'en'] as const).flatMap((language) =>
  Object.entries(voices[language]).map(([digit, sample]) => ({ language, digit, sample })),
);

it('the samples are small', () => {
  const files = readdirSync(SAMPLES_DIR, { recursive: true, encoding: 'utf8' });
  const bytes = files.map((file) => statSync(path.join(SAMPLES_DIR, file))).filter((file) => file.isFile());
  expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  expect(CASES).toHaveLength(20);
});

describe.each(CASES)('the sample of $digit in $language', ({ language, digit, sample }) => {
  it('is as long as one spoken digit', () => {
    expect(sample.length / RATE).toBeGreaterThan(0.25);
    expect(sample.length / RATE).toBeLessThan(0.6);
  });

  it('is loud and does not end in silence', () => {
    expect(loudness(sample)).toBeGreaterThan(0.09);
    expect(loudness(sample.subarray(-RATE * 0.06))).toBeGreaterThan(0.005);
  });

  it('hisses where the word does', () => {
    expect(hiss(sample) > HISSING).toBe(HISSED[language].includes(digit));
  });
});

it('no two samples are equal', () => {
  expect(new Set(CASES.map(({ sample }) => sample.join())).size).toBe(20);
});
