import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RATE } from './sound.ts';

/** Mono sound; samples are from -1 to 1. */
type Sound = { rate: number; samples: Float64Array };

const HEADER_BYTES = 44;
const BYTES = 2;
const PEAK = 32767;
const PCM = 1;
const MU_LAW = 7;
const CHUNK_HEADER_BYTES = 8;

/** Encodes a mono WAV of 16-bit PCM; louder samples are clipped. */
export function writeWav({ rate, samples }: Sound): Buffer {
  const wav = Buffer.alloc(HEADER_BYTES + samples.length * BYTES);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - CHUNK_HEADER_BYTES, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(PCM, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * BYTES, 28);
  wav.writeUInt16LE(BYTES, 32);
  wav.writeUInt16LE(BYTES * 8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples.length * BYTES, 40);
  samples.forEach((sample, at) => {
    wav.writeInt16LE(Math.round(PEAK * Math.min(1, Math.max(-1, sample))), HEADER_BYTES + at * BYTES);
  });
  return wav;
}

/** Returns the content of a RIFF chunk; chunks are aligned to two bytes. */
function chunk(wav: Buffer, name: string): Buffer {
  for (let at = 12; at + CHUNK_HEADER_BYTES <= wav.length; ) {
    const start = at + CHUNK_HEADER_BYTES;
    const length = wav.readUInt32LE(at + 4);
    if (wav.toString('latin1', at, at + 4) === name) return wav.subarray(start, start + length);
    at = start + length + (length % 2);
  }
  throw new Error(`no ${name} in the WAV`);
}

/** Decodes G.711 mu-law: sign, three bits of exponent, four of mantissa, all inverted. */
function fromMuLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const size = (((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 7);
  return ((bits & 0x80 ? -1 : 1) * (size - 0x84)) / (PEAK + 1);
}

/** Lookup table, because decoding a million bytes delays the first sound. */
const MU_LAW_VALUES = Float64Array.from({ length: 256 }, (_, byte) => fromMuLaw(byte));

/** Decodes a mono WAV of 8-bit mu-law, the format of the voice samples. */
function readMuLawWav(wav: Buffer): Sound {
  const format = chunk(wav, 'fmt ');
  if (format.readUInt16LE(0) !== MU_LAW || format.readUInt16LE(2) !== 1)
    throw new Error('not a mono mu-law WAV');
  return {
    rate: format.readUInt32LE(4),
    samples: valuesOf(chunk(wav, 'data')),
  };
}

/** Uses a loop because `Float64Array.from` with a function is much slower. */
function valuesOf(bytes: Uint8Array): Float64Array {
  const samples = new Float64Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) samples[at] = MU_LAW_VALUES[bytes[at] ?? 0] ?? 0;
  return samples;
}

const DIGITS = [...'0123456789'];

/** Samples of each spoken digit at `RATE`. */
export type Voice = Readonly<Record<string, Float64Array>>;

function readDigit(file: string): Float64Array {
  const { rate, samples } = readMuLawWav(readFileSync(file));
  if (rate !== RATE) throw new Error(`${file} has ${rate} samples a second instead of ${RATE}`);
  return samples;
}

const readVoice = (folder: string): Voice =>
  Object.fromEntries(DIGITS.map((digit) => [digit, readDigit(path.join(folder, `${digit}.wav`))]));

/** Reads `{folder}/{voice}/{0-9}.wav`. */
export const readVoices = (folder: string): Voice[] =>
  readdirSync(folder)
    .sort()
    .map((voice) => readVoice(path.join(folder, voice)));
