import { describe, expect, it } from 'vitest';
import { createRandom } from '../../demo/drawing/random.ts';
import { languages } from '../../i18n/languages.ts';
import { createCaptcha } from './captcha.ts';
import { heard, loudness, utterances } from './testing/hearing.ts';
import { SAMPLES_DIR } from './testing/samples-dir.ts';

const captcha = createCaptcha({ samplesDir: SAMPLES_DIR, random: createRandom('speech') });
const EVERY_DIGIT = [...'0123456789'];
const CASES = languages.flatMap((language) => EVERY_DIGIT.map((digit) => ({ language, digit })));

/** Louder is voice, quieter is background; digits stand farther apart than the quiet within one. */
const VOICE = 0.05;
const GAP_S = 0.2;

const utterancesOf = (sound: Buffer) => utterances(heard(sound), VOICE, GAP_S);

describe.each(languages)('the sound in %s', (language) => {
  const wav = captcha.audio('80425', language);

  it('has the header of a 16-bit mono WAV of 16 kHz', () => {
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    const [format, channels, bits] = [wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt16LE(34)];
    expect({ format, channels, bits }).toEqual({ format: 1, channels: 1, bits: 16 });
    expect([wav.readUInt32LE(24), wav.readUInt32LE(28), wav.readUInt16LE(32)]).toEqual([16_000, 32_000, 2]);
    expect(wav.toString('latin1', 36, 40)).toBe('data');
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  });

  it('takes a few seconds', () => {
    const seconds = heard(wav).length / 16_000;
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(9);
  });

  it('is never cut for loudness', () => {
    expect(heard(wav).every((sample) => Math.abs(sample) < 0.99)).toBe(true);
  });

  it('is never the same twice', () => {
    const sounds = Array.from({ length: 10 }, () => captcha.audio('80425', language).toString('base64'));
    expect(new Set(sounds).size).toBe(10);
  });

  it('has pauses and speeds of its own', () => {
    const starts = Array.from({ length: 10 }, () => utterancesOf(captcha.audio('80425', language))[3]?.[0]);
    expect(new Set(starts).size).toBeGreaterThan(5);
  });
});

it('differs between the languages', () => {
  const random = () => 0.5;
  const steady = createCaptcha({ samplesDir: SAMPLES_DIR, random });
  expect(steady.audio('11111', 'zh').equals(steady.audio('11111', 'en'))).toBe(false);
});

describe.each(CASES)('$digit in $language', ({ language, digit }) => {
  const sound = heard(captcha.audio(digit.repeat(5), language));
  const spoken = utterances(sound, VOICE, GAP_S);

  it('is heard five times', () => {
    expect(spoken).toHaveLength(5);
  });

  it('stands out from the background at least sixfold (15 dB)', () => {
    const background = loudness(sound.subarray(0, 16_000 * 0.35));
    const voices = spoken.map(([start, end]) => loudness(sound.subarray(start * 16_000, end * 16_000)));
    expect(background).toBeGreaterThan(0);
    expect(Math.min(...voices)).toBeGreaterThan(6 * background);
  });
});
