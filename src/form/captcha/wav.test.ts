import { describe, expect, it } from 'vitest';
import { readMuLawWav, writeWav } from './wav.ts';

/** A WAV with chunks as given: the format, then any others. */
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

describe('mu-law', () => {
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
  ])('%d is %d', (byte, value) => {
    const { samples } = readMuLawWav(wavOf(7, 1, [['data', [byte]]]));
    expect((samples[0] ?? 0) * 32768).toBeCloseTo(value);
  });

  it('is read past other chunks of odd length', () => {
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
  ])('is not read from a file with %s', (_name, wav, message) => {
    expect(() => readMuLawWav(wav)).toThrow(message);
  });
});

describe('a written WAV', () => {
  it.each([
    [0, 0],
    [1, 32767],
    [-1, -32767],
    [0.5, 16384],
    [1.7, 32767],
    [-3, -32767],
  ])('keeps %d as %d', (sample, value) => {
    expect(writeWav({ rate: 16_000, samples: Float64Array.of(sample) }).readInt16LE(44)).toBe(value);
  });
});
