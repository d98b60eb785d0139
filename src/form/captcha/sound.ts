/** Samples a second, of the kept digits and of what is made from them. */
export const RATE = 16_000;

export const seconds = (length: number): number => Math.round(length * RATE);

/** Root mean square: how loud. */
export function loudness(samples: Float64Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

/** Makes a sound so loud; silence stays silence. */
export function setLoudness(samples: Float64Array, wanted: number): Float64Array {
  const factor = wanted / (loudness(samples) || 1);
  for (let at = 0; at < samples.length; at += 1) samples[at] = (samples[at] ?? 0) * factor;
  return samples;
}

/** Adds a sound to a longer one, from a place on; what goes past its ends is left out. */
export function mixIn(whole: Float64Array, part: Float64Array, start: number): void {
  const end = Math.min(part.length, whole.length - start);
  for (let at = Math.max(0, -start); at < end; at += 1)
    whole[start + at] = (whole[start + at] ?? 0) + (part[at] ?? 0);
}

/** The value between two samples. */
export function valueAt(samples: Float64Array, place: number): number {
  const at = Math.floor(place);
  const before = samples[at] ?? 0;
  return before + ((samples[at + 1] ?? 0) - before) * (place - at);
}

/** A sound so many times as fast and as high. */
export function resampled(samples: Float64Array, factor: number): Float64Array {
  const result = new Float64Array(Math.max(0, Math.floor((samples.length - 1) / factor)));
  for (let at = 0; at < result.length; at += 1) result[at] = valueAt(samples, at * factor);
  return result;
}
