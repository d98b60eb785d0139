import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/support/random.ts';
import { languages } from '../../i18n/languages.ts';
import { createCaptchaMedia } from './captcha-media.ts';
import { loudness } from './sound.ts';
import { layers } from './speech.ts';
import { readVoices, type Voice } from './wav.ts';

const HEADER_BYTES = 44;
const SAMPLES_DIR = path.join(import.meta.dirname, 'samples');
const random = createRandom('speech');
const captcha = createCaptchaMedia(SAMPLES_DIR);
const CODES = ['01234', '56789', '80425', '11771', '66099', '33842'];
const soundsOf = (voices: Voice[]) =>
  CODES.flatMap((code) => [code, code].map((each) => layers(each, voices, random)));
const CASES = languages.map((language) => ({
  language,
  sounds: soundsOf(readVoices(path.join(SAMPLES_DIR, language))),
}));

/** Loudness of each digit relative to the babble behind it. */
const decibelsOverBabble = ({ voice, background, ranges }: ReturnType<typeof layers>): number[] =>
  ranges.map(({ start, end }) => {
    const ratio = loudness(voice.subarray(start, end)) / loudness(background.subarray(start, end));
    return 20 * Math.log10(ratio);
  });

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(languages)('the sound in %s', (language) => {
  const wav = captcha.audio('80425', language, random);

  it('is a 16-bit mono WAV of 16 kHz', () => {
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    const [format, channels, bits] = [wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt16LE(34)];
    expect({ format, channels, bits }).toEqual({ format: 1, channels: 1, bits: 16 });
    expect([wav.readUInt32LE(24), wav.readUInt32LE(28), wav.readUInt16LE(32)]).toEqual([16_000, 32_000, 2]);
    expect(wav.toString('latin1', 36, 40)).toBe('data');
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  });

  it('lasts a few seconds', () => {
    const seconds = (wav.length - HEADER_BYTES) / 32_000;
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(9);
  });

  it('is never clipped', () => {
    const sounds = CODES.map((code) => captcha.audio(code, language, random).subarray(HEADER_BYTES));
    const peaks = sounds.map((sound) =>
      Math.max(...Array.from({ length: sound.length / 2 }, (_, at) => Math.abs(sound.readInt16LE(2 * at)))),
    );
    expect(Math.max(...peaks)).toBeLessThan(0.99 * 2 ** 15);
  });

  it('differs each time', () => {
    const sounds = Array.from({ length: 10 }, () =>
      captcha.audio('80425', language, random).toString('base64'),
    );
    expect(new Set(sounds).size).toBe(10);
  });
});

it('the sound differs between the languages', () => {
  const steady = () => 0.5;
  expect(captcha.audio('11111', 'zh', steady).equals(captcha.audio('11111', 'en', steady))).toBe(false);
});

describe.each(CASES)('a digit in $language', ({ sounds }) => {
  it('is at least 6 dB louder than the babble on average', () => {
    expect(mean(sounds.flatMap(decibelsOverBabble))).toBeGreaterThan(6);
  });

  it('is rarely less than 2 dB louder than the babble', () => {
    const all = sounds.flatMap(decibelsOverBabble);
    expect(all.filter((decibels) => decibels < 2).length).toBeLessThan(all.length / 10);
  });

  it('differs in position and length each time', () => {
    const ranges = sounds.flatMap((sound) => sound.ranges);
    expect(new Set(ranges.map(({ start }) => start)).size).toBe(ranges.length);
    expect(new Set(ranges.map(({ start, end }) => end - start)).size).toBeGreaterThan(10);
  });
});
