import { between, type Random } from './keyed-random.ts';
import { RATE, resampled, seconds, setLoudness, valueAt } from './sound.ts';

/** A window of two hops contains at least two periods of every voice. */
const HOP = seconds(0.012);
const WINDOW = 2 * HOP;
/** Maximum shift of a window, and the step of the search for the best one. */
const REACH = seconds(0.006);
const STEP = 4;

const HANN = Float64Array.from({ length: WINDOW }, (_, at) => {
  return 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW);
});

/** Returns the position near `wanted` whose sound is most similar to the one at `natural`. */
function bestPosition(samples: Float64Array, natural: number, wanted: number): number {
  let best = wanted;
  let highest = Number.NEGATIVE_INFINITY;
  for (let position = Math.max(0, wanted - REACH); position <= wanted + REACH; position += STEP) {
    let similarity = 0;
    for (let at = 0; at < HOP; at += STEP)
      similarity += (samples[natural + at] ?? 0) * (samples[position + at] ?? 0);
    if (similarity > highest) [best, highest] = [position, similarity];
  }
  return best;
}

/**
 * Changes the pace of a sound but not its pitch (WSOLA): takes windows at another distance than it joins them, each shifted to
 * continue the previous one best. `paceAt` receives the share of the sound that was read.
 */
function stretched(samples: Float64Array, paceAt: (share: number) => number): Float64Array {
  const windows = [0];
  for (let wanted = 0; ; ) {
    wanted += HOP * paceAt(wanted / samples.length);
    if (wanted + WINDOW > samples.length) break;
    windows.push(bestPosition(samples, (windows.at(-1) ?? 0) + HOP, Math.round(wanted)));
  }
  const result = new Float64Array((windows.length + 1) * HOP);
  windows.forEach((from, window) => {
    for (let at = 0; at < WINDOW; at += 1) {
      const position = window * HOP + at;
      result[position] = (result[position] ?? 0) + (samples[from + at] ?? 0) * (HANN[at] ?? 0);
    }
  });
  return result;
}

/** Factors of pitch and pace of a digit, and the variation of its pace. */
const PITCH = [0.78, 1.28] as const;
const PACE = [0.72, 1.15] as const;
const PACE_VARIATION = 0.3;
/** Echoes that change the timbre of a digit; their delay changes while it is spoken. */
const ECHOES = 3;
const DELAY_S = [0.0001, 0.0012] as const;
const ECHO_STRENGTH = [0.5, 0.9] as const;
/** Gaps in a digit, too short to lose a sound, and the audible parts between them. */
const GAP_S = [0.03, 0.055] as const;
const AUDIBLE_S = [0.05, 0.085] as const;
const EDGE = seconds(0.004);
const LOUDNESS = [0.052, 0.076] as const;

/** Adds echoes of changing delay. */
function withEchoes(samples: Float64Array, random: Random): Float64Array {
  const delay = (): number => between(random, ...DELAY_S) * RATE;
  const result = samples.slice();
  for (let echo = 0; echo < ECHOES; echo += 1) {
    const [first, last] = [delay(), delay()];
    const strength = between(random, ...ECHO_STRENGTH) * (random() < 0.5 ? -1 : 1);
    for (let at = Math.ceil(Math.max(first, last)); at < result.length; at += 1) {
      const position = at - first - ((last - first) * at) / result.length;
      result[at] = (result[at] ?? 0) + strength * valueAt(samples, position);
    }
  }
  return result;
}

/** Adds short gaps. */
function withGaps(samples: Float64Array, random: Random): Float64Array {
  const result = samples.slice();
  let start = seconds(random() * AUDIBLE_S[1]);
  while (start < result.length) {
    const end = start + seconds(between(random, ...GAP_S));
    for (let at = start; at < Math.min(end, result.length); at += 1)
      result[at] = (result[at] ?? 0) * Math.max(0, 1 - Math.min(at - start, end - at) / EDGE);
    start = end + seconds(between(random, ...AUDIBLE_S));
  }
  return result;
}

/** Varies a digit: pitch, pace, echoes, gaps and loudness are random. */
export function varyDigit(sample: Float64Array, random: Random): Float64Array {
  const pitch = between(random, ...PITCH);
  const pace = between(random, ...PACE) / pitch;
  const phase = random();
  const variation = (share: number): number => 1 + PACE_VARIATION * Math.sin(2 * Math.PI * (share + phase));
  const spoken = stretched(resampled(sample, pitch), (share) => pace * variation(share));
  return setLoudness(withGaps(withEchoes(spoken, random), random), between(random, ...LOUDNESS));
}
