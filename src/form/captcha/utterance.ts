import { between, type Random } from './keyed-random.ts';
import { RATE, resampled, seconds, setLoudness, valueAt } from './sound.ts';
import { stretched } from './stretch.ts';

/** How high a digit is spoken, how fast, and how much its pace sways within it. */
const PITCH = [0.78, 1.28] as const;
const PACE = [0.72, 1.15] as const;
const SWAY = 0.3;
/** Reflections colour a digit: their seconds of delay, which glide while it is spoken, and their strength. */
const REFLECTIONS = 3;
const DELAY_S = [0.0001, 0.0012] as const;
const STRENGTH = [0.5, 0.9] as const;
/** Seconds of the gaps in a digit, too short to lose a sound of it, of what is heard between them, and of their edges. */
const GAP_S = [0.03, 0.055] as const;
const HEARD_S = [0.05, 0.085] as const;
const EDGE = seconds(0.004);
const LOUDNESS = [0.052, 0.076] as const;

/** Echoes of changing length, like those of moving walls. */
function coloured(samples: Float64Array, random: Random): Float64Array {
  const delay = (): number => between(random, ...DELAY_S) * RATE;
  const result = samples.slice();
  for (let reflection = 0; reflection < REFLECTIONS; reflection += 1) {
    const [first, last] = [delay(), delay()];
    const strength = between(random, ...STRENGTH) * (random() < 0.5 ? -1 : 1);
    for (let at = Math.ceil(Math.max(first, last)); at < result.length; at += 1) {
      const place = at - first - ((last - first) * at) / result.length;
      result[at] = (result[at] ?? 0) + strength * valueAt(samples, place);
    }
  }
  return result;
}

/** Muffles the voice for short moments. */
function interrupted(samples: Float64Array, random: Random): Float64Array {
  const result = samples.slice();
  let start = seconds(random() * HEARD_S[1]);
  while (start < result.length) {
    const end = start + seconds(between(random, ...GAP_S));
    for (let at = start; at < Math.min(end, result.length); at += 1)
      result[at] = (result[at] ?? 0) * Math.max(0, 1 - Math.min(at - start, end - at) / EDGE);
    start = end + seconds(between(random, ...HEARD_S));
  }
  return result;
}

/** A digit as it is said once: at a pitch, pace, colour and loudness of its own, and with gaps. */
export function utter(sample: Float64Array, random: Random): Float64Array {
  const pitch = between(random, ...PITCH);
  const pace = between(random, ...PACE) / pitch;
  const phase = random();
  const sway = (share: number): number => 1 + SWAY * Math.sin(2 * Math.PI * (share + phase));
  const spoken = stretched(resampled(sample, pitch), (share) => pace * sway(share));
  return setLoudness(interrupted(coloured(spoken, random), random), between(random, ...LOUDNESS));
}
