import { CAPTCHA_DIGITS } from '../../application/limits.ts';
import type { Voice } from '../samples.ts';
import { resampled, setLoudness } from '../sound.ts';
import { FEATURES, features } from './cepstra.ts';
import { loudParts } from './loud-parts.ts';
import { createMatchedFilter } from './matched-filter.ts';
import { meanPower, spectrogram } from './mel.ts';
import type { Template } from './warping.ts';
import { createWarping } from './warping.ts';

/** What a program hears in a sound: its digits. */
export type Solver = (sound: Float64Array) => string;

/** What an attacker knows who has read everything: all samples, how loud digits are, how digits are shifted, and noise made by the same program. */
export type Knowledge = {
  voices: readonly Voice[];
  loudness: number;
  shifts: readonly number[];
  noise: Float64Array;
  /** What noise costs beside digits, found by trying which solves the most. */
  price: number;
};

/** The share of the noise's power that lies under digits. */
const NOISE_UNDER_DIGITS = 0.4;
const NOISE_FRAMES = 100;
/** Within a loud part there is no noise beside the digit. */
const PRICE_WITHIN_DIGIT = 3;

function createListening({ voices, loudness, shifts, noise }: Knowledge) {
  const noisy = spectrogram(noise);
  const added = meanPower(noisy).map((power) => power * NOISE_UNDER_DIGITS);
  const clean = added.map(() => 0);
  const sounds = (sample: Float64Array): Float64Array[] =>
    shifts.map((shift) => setLoudness(resampled(sample, shift), loudness));
  const patterns = voices.flatMap((voice) =>
    Object.entries(voice).flatMap(([digit, sample]) =>
      sounds(sample).map((sound) => ({ digit, frames: spectrogram(sound) })),
    ),
  );
  const templates = patterns.map(
    ({ digit, frames }): Template => ({ digit, features: features(frames, added) }),
  );
  const masked = patterns.map(({ digit, frames }) => ({
    digit,
    frames: frames.map((frame) => frame.map((power, band) => power + (added[band] ?? 0))),
  }));
  const step = Math.max(1, Math.floor(noisy.length / NOISE_FRAMES));
  const all = features(noisy, clean);
  const some = noisy.flatMap((_, at) =>
    at % step === 0 ? [...all.subarray(at * FEATURES, (at + 1) * FEATURES)] : [],
  );
  return {
    match: createMatchedFilter(masked),
    warp: createWarping(templates, Float64Array.from(some)),
    clean,
  };
}

/** The attackers that the sound is tried against. */
export function createSolvers(knowledge: Knowledge) {
  const { match, warp, clean } = createListening(knowledge);
  return {
    'a matched filter': (sound: Float64Array) => match(spectrogram(sound), CAPTCHA_DIGITS),
    'time warping along the sound': (sound: Float64Array) =>
      warp(features(spectrogram(sound), clean), CAPTCHA_DIGITS, knowledge.price),
    'time warping of its loud parts': (sound: Float64Array) => {
      const frames = spectrogram(sound);
      const all = features(frames, clean);
      return loudParts(frames, CAPTCHA_DIGITS)
        .map(({ start, end }) => warp(all.subarray(start * FEATURES, end * FEATURES), 1, PRICE_WITHIN_DIGIT))
        .join('');
    },
  };
}
