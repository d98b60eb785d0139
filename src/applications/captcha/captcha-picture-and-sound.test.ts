import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { languages } from '../../i18n/languages.ts';
import { drawCaptcha, IMAGE_SIZE, MIN_DIGIT_MARGIN, placeDigits } from './captcha-picture.ts';
import {
  type Clip,
  placeNoise,
  placeSpokenDigits,
  readVoices,
  SAMPLE_RATE,
  synthesizeSpeech,
} from './captcha-sound.ts';
import { createKeyedRandom } from './keyed-random.ts';

const HEADER_BYTES = 44;
const SAMPLES_DIR = path.join(import.meta.dirname, 'samples');
const random = createKeyedRandom('media');
/** Returns the root mean square. */
const loudness = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

it('generates the same random numbers only for the same key', () => {
  const numbers = (key: string) => Array.from({ length: 5000 }, createKeyedRandom(key));
  expect(numbers('a key')).toEqual(numbers('a key'));
  expect(new Set([...numbers('a key'), ...numbers('another key')]).size).toBeGreaterThan(9990);
});

it('draws a small PNG without transparency or metadata', async () => {
  const png = await drawCaptcha('01234', random);
  const { format, width, height, hasAlpha, exif, xmp, comments } = await sharp(png).metadata();
  expect({ format, width, height, hasAlpha }).toEqual({ format: 'png', ...IMAGE_SIZE, hasAlpha: false });
  expect([exif, xmp, comments]).toEqual([undefined, undefined, undefined]);
  expect(png.length).toBeLessThan(9000);
});

it('places all captcha digits within the image', () => {
  const places = Array.from({ length: 200 }, () => placeDigits('00000', random)).flat();
  expect(Math.min(...places)).toBeGreaterThanOrEqual(MIN_DIGIT_MARGIN);
  expect(Math.max(...places)).toBeLessThanOrEqual(IMAGE_SIZE.width - MIN_DIGIT_MARGIN);
});

describe.each(languages)('captcha audio in %s', (language) => {
  const voices = readVoices(path.join(SAMPLES_DIR, language));

  it('returns an unclipped 16 kHz mono WAV of a few seconds', () => {
    const wav = synthesizeSpeech('80425', voices, random);
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    const [format, channels, bits] = [wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt16LE(34)];
    expect({ format, channels, bits }).toEqual({ format: 1, channels: 1, bits: 16 });
    expect([wav.readUInt32LE(24), wav.readUInt32LE(28), wav.readUInt16LE(32)]).toEqual([16_000, 32_000, 2]);
    expect(wav.readUInt32LE(40)).toBe(wav.length - HEADER_BYTES);
    const samples = new Int16Array(new Uint8Array(wav.subarray(HEADER_BYTES)).buffer);
    expect(samples.length).toBeGreaterThan(3 * SAMPLE_RATE);
    expect(samples.length).toBeLessThan(9 * SAMPLE_RATE);
    expect(samples.every((sample) => Math.abs(sample) < 0.99 * 2 ** 15)).toBe(true);
  });

  it('speaks digits at random times, at least 6 dB louder than the noise', () => {
    const level = ({ samples, volume }: Clip) => 20 * Math.log10(volume * loudness(samples));
    const mean = (pieces: Clip[]) => pieces.reduce((sum, piece) => sum + level(piece), 0) / pieces.length;
    const sounds = Array.from({ length: 20 }, () => placeSpokenDigits('01234', voices, random));
    const digits = sounds.flatMap((sound) => sound.digits);
    expect(mean(digits) - mean(placeNoise(100 * SAMPLE_RATE, voices, random))).toBeGreaterThan(6);
    expect(new Set(digits.map(({ start }) => start)).size).toBeGreaterThan(95);
  });
});
