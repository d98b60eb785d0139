import type { Spectrogram } from './mel.ts';

const COEFFICIENTS = 13;
/** Numbers that describe a frame: the coefficients and how they change. */
export const FEATURES = 2 * COEFFICIENTS;
/** How much loudness and change count beside colour: gaps spoil both. */
const LOUDNESS_WEIGHT = 0.35;
const CHANGE_WEIGHT = 0.1;
/** No band is quieter. */
const LEAST_POWER = 1e-6;

/** The coefficients of one frame (MFCC), with so much power added to each band as noise would add. */
function coefficients(frame: Float64Array, noise: Float64Array): Float64Array {
  const logs = frame.map((power, band) => Math.log(power + (noise[band] ?? 0) + LEAST_POWER));
  return Float64Array.from({ length: COEFFICIENTS }, (_, order) => {
    const step = (Math.PI * order) / logs.length;
    const sum = logs.reduce((total, log, band) => total + log * Math.cos(step * (band + 0.5)), 0);
    return sum * Math.sqrt(2 / logs.length) * (order === 0 ? LOUDNESS_WEIGHT : 1);
  });
}

/** What recognisers compare: `FEATURES` numbers a frame, one frame after another. */
export function features(frames: Spectrogram, noise: Float64Array): Float64Array {
  const rows = frames.map((frame) => coefficients(frame, noise));
  const row = (at: number): Float64Array | undefined => rows[Math.max(0, Math.min(rows.length - 1, at))];
  const change = (at: number, order: number, by: number): number =>
    by * ((row(at + by)?.[order] ?? 0) - (row(at - by)?.[order] ?? 0));
  const result = new Float64Array(rows.length * FEATURES);
  rows.forEach((own, at) => {
    result.set(own, at * FEATURES);
    const changes = own.map((_, order) => CHANGE_WEIGHT * (change(at, order, 1) + change(at, order, 2)));
    result.set(changes, at * FEATURES + COEFFICIENTS);
  });
  return result;
}
