import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../i18n/languages.ts';
import { loudness, RATE } from './sound.ts';
import { readMuLawWav, readVoices, writeWav } from './wav.ts';

/** Builds a WAV from a format chunk and others. */
function wavOf(format: number, channels: number, chunks: [name: string, content: number[]][]): Buffer {
  const fmt = Buffer.alloc(18);
  fmt.writeUInt16LE(format, 0);
  fmt.writeUInt16LE(channels, 2);
  fmt.writeUInt32LE(16_000, 4);
  const parts = [['fmt ', [...fmt]] as const, ...chunks].map(([name, content]) => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, Buffer.from(content), Buffer.alloc(content.length % 2)]);
  });
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), ...parts]);
}

describe('readMuLawWav', () => {
  // ITU-T G.711, table 2a: code → value of 14 bits, here in 16 bits (times 4).
  it.each([
    [0x00, -32124],
    [0x80, 32124],
    [0xff, 0],
    [0x7f, 0],
    [0xfe, 8],
    [0x7e, -8],
    [0xf0, 120],
    [0xef, 132],
    [0x9f, 8316],
    [0x8f, 16764],
  ])('decodes %d as %d', (byte, value) => {
    const { samples } = readMuLawWav(wavOf(7, 1, [['data', [byte]]]));
    expect((samples[0] ?? 0) * 32768).toBeCloseTo(value);
  });

  it('skips other chunks, also of odd length', () => {
    const { rate, samples } = readMuLawWav(
      wavOf(7, 1, [
        ['LIST', [1, 2, 3]],
        ['data', [0x80, 0x00]],
      ]),
    );
    expect([rate, samples.length]).toEqual([16_000, 2]);
  });

  it.each([
    ['another format', wavOf(1, 1, [['data', [0]]]), 'not a mono mu-law WAV'],
    ['two channels', wavOf(7, 2, [['data', [0]]]), 'not a mono mu-law WAV'],
    ['no data', wavOf(7, 1, []), 'no data in the WAV'],
    ['nothing', Buffer.alloc(0), 'no fmt  in the WAV'],
  ])('rejects a file with %s', (_name, wav, message) => {
    expect(() => readMuLawWav(wav)).toThrow(message);
  });
});

describe('writeWav', () => {
  it.each([
    [0, 0],
    [1, 32767],
    [-1, -32767],
    [0.5, 16384],
    [1.7, 32767],
    [-3, -32767],
  ])('encodes %d as %d', (sample, value) => {
    expect(writeWav({ rate: 16_000, samples: Float64Array.of(sample) }).readInt16LE(44)).toBe(value);
  });
});

const SAMPLES_DIR = path.join(import.meta.dirname, 'samples');
const MAX_BYTES = 1_000_000;
const VOICES = 6;

const voices = (language: Language) => readVoices(path.join(SAMPLES_DIR, language));
const CASES = languages.flatMap((language) =>
  voices(language).map((voice, at) => ({ language, number: at + 1, voice })),
);

it('the voice samples are small', () => {
  const files = readdirSync(SAMPLES_DIR, { recursive: true, encoding: 'utf8' });
  const bytes = files.map((file) => statSync(path.join(SAMPLES_DIR, file))).filter((file) => file.isFile());
  expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MAX_BYTES);
});

it.each(languages)('%s has six voices', (language) => {
  expect(voices(language)).toHaveLength(VOICES);
});

describe.each(CASES)('voice $number in $language', ({ voice }) => {
  it('has every digit in a plausible length', () => {
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

it('no two voice samples are equal', () => {
  const samples = CASES.flatMap(({ voice }) => Object.values(voice));
  expect(new Set(samples.map((sample) => sample.join())).size).toBe(2 * VOICES * 10);
});
