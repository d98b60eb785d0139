import { RATE } from '../../../src/form/captcha/sound.ts';

const HOP = RATE * 0.016;
const WINDOW = 2 * HOP;
const EDGES_HZ = [120, 7000] as const;
const BANDS = 24;
const PRE_EMPHASIS = 0.95;

/** Power in mel bands, frame by frame. */
export type Spectrogram = Float64Array[];

const HAMMING = Float64Array.from({ length: WINDOW }, (_, at) => {
  return 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / WINDOW);
});

const TURN = (2 * Math.PI) / WINDOW;
const COSINES = Float64Array.from({ length: WINDOW }, (_, at) => Math.cos(TURN * at));
const SINES = Float64Array.from({ length: WINDOW }, (_, at) => Math.sin(TURN * at));

/** Power of each bin of the Fourier transform. */
function powersOf(values: Float64Array): Float64Array {
  const size = values.length;
  const powers = new Float64Array(size / 2);
  for (let bin = 0; bin < powers.length; bin += 1) {
    let [re, im] = [0, 0];
    for (let at = 0; at < size; at += 1) {
      re += (values[at] ?? 0) * (COSINES[(bin * at) % size] ?? 0);
      im += (values[at] ?? 0) * (SINES[(bin * at) % size] ?? 0);
    }
    powers[bin] = re * re + im * im;
  }
  return powers;
}

const melOf = (hz: number): number => 1127 * Math.log(1 + hz / 700);
const binOf = (mel: number): number => ((700 * (Math.exp(mel / 1127) - 1)) / RATE) * WINDOW;

/** For each band, the weight of each bin: triangles that overlap by half. */
const WEIGHTS = Array.from({ length: BANDS }, (_, band) => {
  const [low, high] = [melOf(EDGES_HZ[0]), melOf(EDGES_HZ[1])];
  const edge = (at: number): number => binOf(low + ((band + at) * (high - low)) / (BANDS + 1));
  const [left, top, right] = [edge(0), edge(1), edge(2)];
  return Float64Array.from({ length: WINDOW / 2 }, (_, bin) =>
    Math.max(0, Math.min((bin - left) / (top - left), (right - bin) / (right - top))),
  );
});

function frameAt(samples: Float64Array, start: number): Float64Array {
  const powers = powersOf(
    HAMMING.map((weight, at) => {
      return ((samples[start + at] ?? 0) - PRE_EMPHASIS * (samples[start + at - 1] ?? 0)) * weight;
    }),
  );
  return Float64Array.from(WEIGHTS, (weights) =>
    weights.reduce((sum, weight, bin) => sum + weight * (powers[bin] ?? 0), 0),
  );
}

export const spectrogram = (samples: Float64Array): Spectrogram =>
  Array.from({ length: Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1) }, (_, at) =>
    frameAt(samples, at * HOP),
  );

/** Mean power of each band. */
export const meanPower = (frames: Spectrogram): Float64Array =>
  new Float64Array(BANDS).map(
    (_, band) => frames.reduce((sum, frame) => sum + (frame[band] ?? 0), 0) / frames.length,
  );
