/** Samples per second, of the voices and of the result. */
export const RATE = 16_000;

/** Number of samples. */
export const seconds = (length: number): number => Math.round(length * RATE);

/** Root mean square. */
export function loudness(samples: Float64Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

/** Scales a sound to a loudness; silence stays silence. */
export function setLoudness(samples: Float64Array, wanted: number): Float64Array {
  const factor = wanted / (loudness(samples) || 1);
  for (let at = 0; at < samples.length; at += 1) samples[at] = (samples[at] ?? 0) * factor;
  return samples;
}

/** Adds a part to a longer sound; samples beyond its ends are ignored. */
export function mixIn(whole: Float64Array, part: Float64Array, start: number): void {
  const end = Math.min(part.length, whole.length - start);
  for (let at = Math.max(0, -start); at < end; at += 1)
    whole[start + at] = (whole[start + at] ?? 0) + (part[at] ?? 0);
}

/** Interpolates between two samples. */
export function valueAt(samples: Float64Array, position: number): number {
  const at = Math.floor(position);
  const before = samples[at] ?? 0;
  return before + ((samples[at + 1] ?? 0) - before) * (position - at);
}

/** Speeds a sound up, which also raises its pitch. */
export function resampled(samples: Float64Array, factor: number): Float64Array {
  const result = new Float64Array(Math.max(0, Math.floor((samples.length - 1) / factor)));
  for (let at = 0; at < result.length; at += 1) result[at] = valueAt(samples, at * factor);
  return result;
}
