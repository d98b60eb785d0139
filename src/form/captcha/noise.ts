import { between, pick, type Random } from './keyed-random.ts';
import { mixIn, resampled, seconds, setLoudness } from './sound.ts';
import type { Voice } from './voice-samples.ts';

/** How many murmur at the same time. */
const MURMURERS = 2;
/** Of each piece: its length, its pitch, its share before the next piece begins, and its loudness beside others. */
const PIECE_S = [0.2, 0.5] as const;
const PITCH = [0.75, 1.35] as const;
const ADVANCE = [0.6, 1] as const;
const LEVEL = [0.3, 1] as const;
const FADE = seconds(0.02);

/** Lets a sound come and go softly. */
function fade(samples: Float64Array): void {
  for (let at = 0; at < Math.min(FADE, samples.length); at += 1) {
    const last = samples.length - 1 - at;
    samples[at] = ((samples[at] ?? 0) * at) / FADE;
    samples[last] = ((samples[last] ?? 0) * at) / FADE;
  }
}

/** A piece of any digit in any voice, backwards: it sounds like speech and says nothing. */
function piece(voices: readonly Voice[], random: Random): Float64Array {
  const sample = pick(random, Object.values(pick(random, voices)));
  const length = Math.min(sample.length, seconds(between(random, ...PIECE_S)));
  const start = Math.floor(random() * (sample.length - length));
  const part = resampled(sample.slice(start, start + length).reverse(), between(random, ...PITCH));
  setLoudness(part, between(random, ...LEVEL));
  fade(part);
  return part;
}

/** A number of samples of several voices without words, at a loudness. */
export function babble(
  length: number,
  level: number,
  voices: readonly Voice[],
  random: Random,
): Float64Array {
  const whole = new Float64Array(length);
  for (let murmurer = 0; murmurer < MURMURERS; murmurer += 1) {
    let start = -seconds(random() * PIECE_S[0]);
    while (start < length) {
      const part = piece(voices, random);
      mixIn(whole, part, start);
      start += Math.ceil(part.length * between(random, ...ADVANCE));
    }
  }
  return setLoudness(whole, level);
}
