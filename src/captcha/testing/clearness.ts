import { loudness, seconds } from '../sound.ts';
import type { layers } from '../speech.ts';
import { createFft } from './fft.ts';

/** The band of a telephone, in which nearly all of speech is understood. */
const SPEECH_HZ = [300, 3400] as const;
const SIZE = 16_384;
const BIN_HZ = 16_000 / SIZE;

const fft = createFft(SIZE);

const decibels = (ratio: number): number => 10 * Math.log10(ratio);

/** The power of a sound of at most a second in the band of speech. */
function speechPower(samples: Float64Array): number {
  const [re, im] = [new Float64Array(SIZE), new Float64Array(SIZE)];
  re.set(samples.subarray(0, SIZE));
  fft(re, im);
  let power = 0;
  for (let bin = Math.ceil(SPEECH_HZ[0] / BIN_HZ); bin < SPEECH_HZ[1] / BIN_HZ; bin += 1)
    power += (re[bin] ?? 0) ** 2 + (im[bin] ?? 0) ** 2;
  return power;
}

type Layers = ReturnType<typeof layers>;

/** How much louder than the babble under it each digit is, in decibels of the band of speech. */
export const overBabble = ({ voice, background, places }: Layers): number[] =>
  places.map(({ start, end }) =>
    decibels(speechPower(voice.subarray(start, end)) / speechPower(background.subarray(start, end))),
  );

/** How much louder the sound is where digits are than where none is, in decibels. */
export function overPauses({ voice, background, places }: Layers): number {
  const whole = voice.map((value, at) => value + (background[at] ?? 0));
  const apart = seconds(0.06);
  const pauses = [0, ...places.map(({ end }) => end + apart)].map((start, at) =>
    background.subarray(start, (places[at]?.start ?? background.length + apart) - apart),
  );
  const power = (parts: Float64Array[]): number =>
    parts.reduce((sum, part) => sum + loudness(part) ** 2 * part.length, 0) /
    parts.reduce((sum, part) => sum + part.length, 0);
  return decibels(power(places.map(({ start, end }) => whole.subarray(start, end))) / power(pauses));
}
