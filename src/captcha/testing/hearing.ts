import { loudness, RATE } from '../sound.ts';

const FRAME_S = 0.02;
const FRAME = RATE * FRAME_S;
const PCM_HEADER_BYTES = 44;

/** The samples of a 16-bit WAV with the plain header, from -1 to 1. */
export const heard = (wav: Buffer): Float64Array =>
  Float64Array.from({ length: (wav.length - PCM_HEADER_BYTES) / 2 }, (_, at) => {
    return wav.readInt16LE(PCM_HEADER_BYTES + 2 * at) / 2 ** 15;
  });

/** How loud each fiftieth of a second is. */
export const frames = (samples: Float64Array): number[] =>
  Array.from({ length: Math.floor(samples.length / FRAME) }, (_, at) =>
    loudness(samples.subarray(at * FRAME, (at + 1) * FRAME)),
  );

/** How loud what changes from sample to sample is: hissing, the sound of s and q. */
export const hiss = (samples: Float64Array): number =>
  Math.max(
    ...frames(
      samples.map(
        (sample, at) =>
          (sample - 3 * (samples[at - 1] ?? 0) + 3 * (samples[at - 2] ?? 0) - (samples[at - 3] ?? 0)) / 8,
      ),
    ),
  );
