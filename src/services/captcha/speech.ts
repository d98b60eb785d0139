import type { Random } from './random.ts';
import { between, pick } from './random.ts';
import type { Voice } from './samples.ts';
import { RATE } from './samples.ts';

/** Seconds of silence before, between and after the digits. */
const LEAD_S = [0.4, 0.7] as const;
const PAUSE_S = [0.3, 0.7] as const;
const TAIL_S = 0.4;
/** How fast a digit is spoken: its pitch goes along. */
const PACE = [0.86, 1.14] as const;
const LOUDNESS = [0.7, 1] as const;
/** The soft background, at least 15 dB under the voice: a murmur of digits played backwards, and rushing. */
const MURMUR = 0.08;
const MURMUR_PACE = [0.7, 1.3] as const;
const RUSH = 0.05;
/** How much of the rushing's last value stays in the next: more is deeper. */
const RUSH_DEPTH = 0.85;

/** A sound at another pace: linear between its samples. */
function paced(samples: Float64Array, pace: number): Float64Array {
  return Float64Array.from({ length: Math.floor((samples.length - 1) / pace) }, (_, at) => {
    const place = at * pace;
    const before = samples[Math.floor(place)] ?? 0;
    const after = samples[Math.floor(place) + 1] ?? 0;
    return before + (after - before) * (place % 1);
  });
}

function mixIn(whole: Float64Array, part: Float64Array, start: number, loudness: number): void {
  part.forEach((sample, at) => {
    const place = start + at;
    if (place < whole.length) whole[place] = (whole[place] ?? 0) + sample * loudness;
  });
}

function addMurmur(whole: Float64Array, voice: Voice, random: Random): void {
  for (let at = 0; at < whole.length; ) {
    const part = paced(pick(random, Object.values(voice)), between(random, ...MURMUR_PACE)).reverse();
    mixIn(whole, part, at, MURMUR * between(random, ...LOUDNESS));
    at += Math.floor(part.length * between(random, 0.5, 0.9));
  }
}

function addRush(whole: Float64Array, random: Random): void {
  let last = 0;
  whole.forEach((sample, at) => {
    last = last * RUSH_DEPTH + between(random, -1, 1) * (1 - RUSH_DEPTH);
    whole[at] = sample + last * RUSH;
  });
}

const seconds = (length: number): number => Math.round(length * RATE);

/** The digits of a code one after another, each at a pace, loudness and distance of its own, over a soft background. */
export function speak(code: string, voice: Voice, random: Random): Float64Array {
  let end = seconds(between(random, ...LEAD_S));
  const spoken = [...code].map((char) => {
    const sample = voice[char];
    if (!sample) throw new Error(`there is no sample for ${JSON.stringify(char)}`);
    const part = paced(sample, between(random, ...PACE));
    const start = end;
    end = start + part.length + seconds(between(random, ...PAUSE_S));
    return { part, start, loudness: between(random, ...LOUDNESS) };
  });
  const whole = new Float64Array(end + seconds(TAIL_S));
  for (const { part, start, loudness } of spoken) mixIn(whole, part, start, loudness);
  addMurmur(whole, voice, random);
  addRush(whole, random);
  return whole;
}
