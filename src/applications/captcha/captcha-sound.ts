import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pickRandom, type Random, randomBetween } from './keyed-random.ts';

export const SAMPLE_RATE = 16_000;

const WAV_HEADER_BYTES = 44;
const MIDPOINT_OF_8_BITS = 128;
const MAX_AMPLITUDE = 2 ** 15 - 1;
const SAMPLE_BYTES = 2;

export type Voice = readonly Float32Array[];

/** Reads `{folder}/{voice}/{0-9}.wav`: mono, `SAMPLE_RATE`, 8-bit PCM. */
export const readVoices = (folder: string): Voice[] =>
  readdirSync(folder)
    .sort()
    .map((voice) =>
      Array.from({ length: 10 }, (_, digit) => {
        const wav = readFileSync(path.join(folder, voice, `${digit}.wav`));
        return Float32Array.from(wav.subarray(WAV_HEADER_BYTES), (byte) => byte / MIDPOINT_OF_8_BITS - 1);
      }),
    );

/** Volume of the digits and the noise. The noise is reversed digits of random voices, which resemble meaningless speech. */
const DIGIT_VOLUME = [0.5, 0.7] as const;
const NOISE_VOLUME = [0.08, 0.2] as const;
/** Pauses before, between and after the digits. */
const LEAD_S = [0.5, 1] as const;
const PAUSE_S = [0.25, 0.75] as const;
const TAIL_S = [0.4, 0.8] as const;

/** `start` is the index of the first sample. */
export type Clip = { start: number; samples: Float32Array; volume: number };

const randomSampleCount = (random: Random, [low, high]: readonly [number, number]): number =>
  Math.round(randomBetween(random, low, high) * SAMPLE_RATE);

export function placeSpokenDigits(code: string, voices: readonly Voice[], random: Random) {
  let end = randomSampleCount(random, LEAD_S);
  const digits = [...code].map((digit): Clip => {
    const samples = pickRandom(random, voices)[Number(digit)];
    if (!samples) throw new Error(`there is no sample for ${JSON.stringify(digit)}`);
    const start = end;
    end += samples.length + randomSampleCount(random, PAUSE_S);
    return { start, samples, volume: randomBetween(random, ...DIGIT_VOLUME) };
  });
  return { digits, length: end + randomSampleCount(random, TAIL_S) };
}

export function placeNoise(length: number, voices: readonly Voice[], random: Random): Clip[] {
  const clips: Clip[] = [];
  for (let start = 0; start < length; start += clips.at(-1)?.samples.length ?? length) {
    const samples = pickRandom(random, pickRandom(random, voices)).toReversed();
    clips.push({ start, samples, volume: randomBetween(random, ...NOISE_VOLUME) });
  }
  return clips;
}

export function synthesizeSpeech(code: string, voices: readonly Voice[], random: Random): Buffer {
  const { digits, length } = placeSpokenDigits(code, voices, random);
  const whole = new Float32Array(length);
  for (const { start, samples, volume } of [...digits, ...placeNoise(length, voices, random)]) {
    const end = Math.min(samples.length, length - start);
    for (let at = 0; at < end; at += 1)
      whole[start + at] = (whole[start + at] ?? 0) + volume * (samples[at] ?? 0);
  }
  return encodeWav(whole);
}

function encodeWav(samples: Float32Array): Buffer {
  const wav = Buffer.alloc(WAV_HEADER_BYTES + samples.length * SAMPLE_BYTES);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SAMPLE_RATE, 24);
  wav.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28);
  wav.writeUInt16LE(SAMPLE_BYTES, 32);
  wav.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples.length * SAMPLE_BYTES, 40);
  const values = new Int16Array(wav.buffer, WAV_HEADER_BYTES);
  for (let at = 0; at < values.length; at += 1) values[at] = Math.round(MAX_AMPLITUDE * (samples[at] ?? 0));
  return wav;
}
