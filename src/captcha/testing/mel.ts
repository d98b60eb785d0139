import { RATE } from '../sound.ts';
import { createFft } from './fft.ts';

/** Samples from frame to frame. */
export const FRAME = RATE * 0.016;
const WINDOW = 2 * FRAME;
const EDGES_HZ = [120, 7000] as const;
const BANDS = 24;
const PRE_EMPHASIS = 0.95;

/** The power of a sound in bands as wide as those of the ear, frame by frame. */
export type Spectrogram = Float64Array[];

const fft = createFft(WINDOW);
const HAMMING = Float64Array.from({ length: WINDOW }, (_, at) => {
  return 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / WINDOW);
});

const melOf = (hz: number): number => 1127 * Math.log(1 + hz / 700);
const binOf = (mel: number): number => ((700 * (Math.exp(mel / 1127) - 1)) / RATE) * WINDOW;

/** For every band, how much each bin of the transform counts: triangles that overlap by half. */
const WEIGHTS = Array.from({ length: BANDS }, (_, band) => {
  const [low, high] = EDGES_HZ.map(melOf) as [number, number];
  const step = (high - low) / (BANDS + 1);
  const [left, top, right] = [0, 1, 2].map((edge) => binOf(low + (band + edge) * step)) as [
    number,
    number,
    number,
  ];
  return Float64Array.from({ length: WINDOW / 2 }, (_, bin) =>
    Math.max(0, Math.min((bin - left) / (top - left), (right - bin) / (right - top))),
  );
});

function frameAt(samples: Float64Array, start: number): Float64Array {
  const [re, im] = [new Float64Array(WINDOW), new Float64Array(WINDOW)];
  for (let at = 0; at < WINDOW; at += 1) {
    const rise = (samples[start + at] ?? 0) - PRE_EMPHASIS * (samples[start + at - 1] ?? 0);
    re[at] = rise * (HAMMING[at] ?? 0);
  }
  fft(re, im);
  const powers = re.map((value, at) => value ** 2 + (im[at] ?? 0) ** 2);
  return Float64Array.from(WEIGHTS, (weights) => {
    let sum = 0;
    for (let bin = 0; bin < weights.length; bin += 1) sum += (weights[bin] ?? 0) * (powers[bin] ?? 0);
    return sum;
  });
}

export const spectrogram = (samples: Float64Array): Spectrogram =>
  Array.from({ length: Math.max(0, Math.floor((samples.length - WINDOW) / FRAME) + 1) }, (_, at) =>
    frameAt(samples, at * FRAME),
  );

/** The mean power of each band. */
export const meanPower = (frames: Spectrogram): Float64Array =>
  new Float64Array(BANDS).map(
    (_, band) => frames.reduce((sum, frame) => sum + (frame[band] ?? 0), 0) / frames.length,
  );
