import type { Random } from '../random.ts';
import { between, pick } from '../random.ts';
import type { Voice } from '../samples.ts';
import { mixIn, resampled, seconds } from '../sound.ts';

const LEAD_S = 0.5;
const PAUSE_S = [0.3, 0.7] as const;
const PACE = [0.86, 1.14] as const;
const HISS = 0.002;

/** The digits of a code in one voice, each at a pace of its own, with hardly any noise: what the solvers must be able to solve. */
export function speakPlainly(code: string, voice: Voice, random: Random): Float64Array {
  const whole = new Float64Array(seconds(7)).map(() => between(random, -HISS, HISS));
  let start = seconds(LEAD_S);
  for (const char of code) {
    const part = resampled(voice[char] ?? pick(random, Object.values(voice)), between(random, ...PACE));
    mixIn(whole, part, start);
    start += part.length + seconds(between(random, ...PAUSE_S));
  }
  return whole.subarray(0, start);
}
