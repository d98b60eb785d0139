import { resampled, setLoudness } from '../../../src/form/captcha/sound.ts';
import type { Voice } from '../../../src/form/captcha/wav.ts';
import { CAPTCHA_DIGITS } from '../../../src/form/rules/limits.ts';
import { meanPower, type Spectrogram, spectrogram } from './spectrogram.ts';

const PACES = [0.7, 0.85, 1, 1.2, 1.4];
const MIN_POWER = 1e-3;
/** Frames that two digits may share. */
const OVERLAP = 3;
/** Share of the noise's power under digits. */
const NOISE_UNDER_DIGITS = 0.4;

/** Knowledge of the attacker: all samples, loudness and pitch of digits, and noise of the same generator. */
type Knowledge = {
  voices: readonly Voice[];
  loudness: number;
  shifts: readonly number[];
  noise: Float64Array;
};

/** A digit's spectrogram in logarithms, one frame after another, with mean 0 and size 1. */
type Filter = { digit: string; length: number; bands: number; values: Float64Array };
type Match = { score: number; digit: string; start: number; end: number };

const logs = (frames: Spectrogram): Float64Array =>
  Float64Array.from(frames.flatMap((frame) => [...frame].map((power) => Math.log(power + MIN_POWER))));

function normalised(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const size = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1;
  return values.map((value) => (value - mean) / size);
}

const paced = (frames: Spectrogram, pace: number): Spectrogram =>
  Array.from(
    { length: Math.floor(frames.length / pace) },
    (_, at) => frames[Math.floor(at * pace)] ?? new Float64Array(),
  );

function createFilters({ voices, loudness, shifts, noise }: Knowledge): Filter[] {
  const added = meanPower(spectrogram(noise)).map((power) => power * NOISE_UNDER_DIGITS);
  const digits = voices.flatMap((voice) => Object.entries(voice));
  return digits.flatMap(([digit, sample]) =>
    shifts.flatMap((shift) => {
      const frames = spectrogram(setLoudness(resampled(sample, shift), loudness)).map((frame) =>
        frame.map((power, band) => power + (added[band] ?? 0)),
      );
      return PACES.map((pace): Filter => {
        const own = paced(frames, pace);
        return { digit, length: own.length, bands: added.length, values: normalised(logs(own)) };
      });
    }),
  );
}

/** Correlation of a filter and the part of a sound that begins at `from`, from -1 to 1. */
function similarity(sound: Float64Array, from: number, { values }: Filter): number {
  let [product, sum, squares] = [0, 0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = sound[from + at] ?? 0;
    product += value * (values[at] ?? 0);
    sum += value;
    squares += value * value;
  }
  return product / Math.sqrt(Math.max(1e-9, squares - (sum * sum) / values.length));
}

function matches(sound: Float64Array, filter: Filter): Match[] {
  const last = sound.length / filter.bands - filter.length;
  return Array.from({ length: Math.max(0, last + 1) }, (_, start) => ({
    // A long match is stronger evidence than a short one.
    score: similarity(sound, start * filter.bands, filter) * Math.sqrt(filter.length),
    digit: filter.digit,
    start,
    end: start + filter.length,
  }));
}

/** Returns the best matches that hardly overlap, in the order of the sound. */
function strongest(all: Match[], count: number): Match[] {
  const chosen: Match[] = [];
  for (const match of all.sort((a, b) => b.score - a.score)) {
    const isFree = chosen.every(
      ({ start, end }) => match.end <= start + OVERLAP || match.start >= end - OVERLAP,
    );
    if (isFree && chosen.push(match) === count) break;
  }
  return chosen.sort((a, b) => a.start - b.start);
}

/** Sound solver: finds the places where samples, at several pitches and paces, fit best. */
export function createMatchedFilter(knowledge: Knowledge): (sound: Float64Array) => string {
  const filters = createFilters(knowledge);
  return (sound) => {
    const values = logs(spectrogram(sound));
    const best = new Map<number, Match>();
    for (const match of filters.flatMap((filter) => matches(values, filter)))
      if (match.score > (best.get(match.start)?.score ?? 0)) best.set(match.start, match);
    return strongest([...best.values()], CAPTCHA_DIGITS)
      .map(({ digit }) => digit)
      .join('');
  };
}
