import type { Spectrogram } from './mel.ts';

/** A digit as it may sound. */
export type Pattern = { digit: string; frames: Spectrogram };

const PACES = [0.7, 0.85, 1, 1.2, 1.4];
const LEAST_POWER = 1e-3;
/** How many frames two digits may share. */
const OVERLAP = 3;

/** A spectrogram in powers of e, one frame after another, around its mean and of size 1. */
type Filter = { digit: string; length: number; values: Float64Array; bands: number };
type Match = { score: number; digit: string; start: number; end: number };

const logs = (frames: Spectrogram): Float64Array =>
  Float64Array.from(frames.flatMap((frame) => [...frame].map((power) => Math.log(power + LEAST_POWER))));

function normalised(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const size = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1;
  return values.map((value) => (value - mean) / size);
}

/** The frames at another pace. */
const paced = (frames: Spectrogram, pace: number): Spectrogram =>
  Array.from(
    { length: Math.floor(frames.length / pace) },
    (_, at) => frames[Math.floor(at * pace)] ?? new Float64Array(),
  );

/** How alike a filter and the part of a sound from a frame on are, from -1 to 1. */
function likeness(sound: Float64Array, from: number, { values }: Filter): number {
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
    // A long match says more than a short one.
    score: likeness(sound, start * filter.bands, filter) * Math.sqrt(filter.length),
    digit: filter.digit,
    start,
    end: start + filter.length,
  }));
}

/** The best matches that stand one after another, in their order. */
function strongest(all: Match[], count: number): Match[] {
  const kept: Match[] = [];
  for (const match of all.sort((a, b) => b.score - a.score)) {
    const isFree = kept.every(
      ({ start, end }) => match.end <= start + OVERLAP || match.start >= end - OVERLAP,
    );
    if (isFree && kept.push(match) === count) break;
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** Finds so many digits where patterns, at several paces, fit a sound best. */
export function createMatchedFilter(patterns: readonly Pattern[]) {
  const filters = patterns.flatMap(({ digit, frames }) =>
    PACES.map((pace): Filter => {
      const own = paced(frames, pace);
      return { digit, length: own.length, values: normalised(logs(own)), bands: own[0]?.length ?? 1 };
    }),
  );
  return (sound: Spectrogram, digits: number): string => {
    const values = logs(sound);
    const best = new Map<number, Match>();
    for (const filter of filters)
      for (const match of matches(values, filter))
        if (match.score > (best.get(match.start)?.score ?? 0)) best.set(match.start, match);
    return strongest([...best.values()], digits)
      .map(({ digit }) => digit)
      .join('');
  };
}
