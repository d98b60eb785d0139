import path from 'node:path';
import { createRandom } from '../../../test/support/random.ts';
import { CAPTCHA_DIGITS } from '../../application/limits.ts';
import type { Language } from '../../i18n/languages.ts';
import { babble } from '../babble.ts';
import { between, pick, type Random } from '../random.ts';
import { readVoices, type Voice } from '../samples.ts';
import { loudness, mixIn, RATE, resampled, seconds } from '../sound.ts';
import { layers, speak } from '../speech.ts';
import { SAMPLES_DIR } from './samples-dir.ts';
import { createSolvers, type Solver } from './solvers.ts';

const NOISE_S = 20;
const DIGIT_LOUDNESS = 0.064;
const BABBLE_LOUDNESS = 0.052;
const LEAD_S = 0.5;
const PAUSE_S = [0.3, 0.7] as const;
const PACE = [0.86, 1.14] as const;
const HISS = 0.002;

/** How many codes of how many a solver solved, and which share of their digits stood at the right place. */
export type Score = { solved: number; of: number; digits: number };

const codeOf = (random: Random): string =>
  Array.from({ length: CAPTCHA_DIGITS }, () => Math.floor(random() * 10)).join('');

/** Lets a solver hear so many random codes. */
export function score(
  solve: Solver,
  sound: (code: string) => Float64Array,
  of: number,
  random: Random,
): Score {
  let [solved, digits] = [0, 0];
  for (let round = 0; round < of; round += 1) {
    const code = codeOf(random);
    const heard = solve(sound(code));
    if (heard === code) solved += 1;
    digits += [...code].filter((digit, at) => heard[at] === digit).length;
  }
  return { solved, of, digits: Math.round((100 * digits) / of / CAPTCHA_DIGITS) / 100 };
}

/** The digits of a code in one voice, each at a pace of its own, with hardly any noise: what the solvers must be able to solve. */
function speakPlainly(code: string, voice: Voice, random: Random): Float64Array {
  const whole = new Float64Array(seconds(7)).map(() => between(random, -HISS, HISS));
  let start = seconds(LEAD_S);
  for (const char of code) {
    const part = resampled(voice[char] ?? pick(random, Object.values(voice)), between(random, ...PACE));
    mixIn(whole, part, start);
    start += part.length + seconds(between(random, ...PAUSE_S));
  }
  return whole.subarray(0, start);
}

/** The solvers of a language, and what they hear: plain digits in one voice, or the sounds that visitors get. */
export function createSoundAttack(language: Language, seed: string) {
  const voices = readVoices(path.join(SAMPLES_DIR, language));
  const [voice] = voices;
  if (!voice) throw new Error('there is no voice');
  const random = createRandom(seed);
  const hiss = new Float64Array(seconds(1)).map(() => between(random, -HISS, HISS));
  return {
    random,
    plain: {
      sound: (code: string) => speakPlainly(code, voice, random),
      solvers: createSolvers({
        voices: [voice],
        loudness: loudness(voice['0'] ?? hiss),
        shifts: [0.9, 1, 1.1],
        noise: hiss,
        price: 0.9,
      }),
    },
    sent: {
      sound: (code: string) => speak(code, voices, random),
      solvers: createSolvers({
        voices,
        loudness: DIGIT_LOUDNESS,
        shifts: [0.9, 1, 1.12],
        noise: babble(NOISE_S * RATE, BABBLE_LOUDNESS, voices, random),
        price: 1.45,
      }),
    },
    layers: () => layers(codeOf(random), voices, random),
  };
}
