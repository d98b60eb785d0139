import { between, pick, type Random } from './keyed-random.ts';
import { babble } from './noise.ts';
import { mixIn, seconds } from './sound.ts';
import { utter } from './utterance.ts';
import type { Voice } from './voice-samples.ts';

/** Seconds without a digit before, between and after the digits. */
const LEAD_S = [0.5, 1] as const;
const PAUSE_S = [0.25, 0.75] as const;
const TAIL_S = [0.4, 0.8] as const;
/** How loud the babble is between the digits and, softer, under them; digits are 0.052 to 0.076. */
const BETWEEN = 0.052;
const UNDER = 0.0275;
const RAMP = seconds(0.06);

/** A digit's first sample, and the one after its last. */
export type Place = { start: number; end: number };

/** Softens a background under a digit: the digit can be heard there, and loudness alone does not reveal it. */
function soften(background: Float64Array, { start, end }: Place): void {
  for (let at = Math.max(0, start - RAMP); at < Math.min(background.length, end + RAMP); at += 1) {
    const away = Math.max(0, start - at, at - end) / RAMP;
    background[at] = (background[at] ?? 0) * (1 - (1 - away) * (1 - UNDER / BETWEEN));
  }
}

/** The digits of a code, each in any of the voices, what murmurs around them, and where the digits are. */
export function layers(code: string, voices: readonly Voice[], random: Random) {
  let end = seconds(between(random, ...LEAD_S));
  const spoken = [...code].map((char) => {
    const sample = pick(random, voices)[char];
    if (!sample) throw new Error(`there is no sample for ${JSON.stringify(char)}`);
    const part = utter(sample, random);
    const start = end;
    end = start + part.length + seconds(between(random, ...PAUSE_S));
    return { part, place: { start, end: start + part.length } };
  });
  const voice = new Float64Array(end + seconds(between(random, ...TAIL_S)));
  const background = babble(voice.length, BETWEEN, voices, random);
  for (const { part, place } of spoken) {
    mixIn(voice, part, place.start);
    soften(background, place);
  }
  return { voice, background, places: spoken.map(({ place }) => place) };
}

/** A code read out, one digit at a time, over voices without words. */
export function speak(code: string, voices: readonly Voice[], random: Random): Float64Array {
  const { voice, background } = layers(code, voices, random);
  mixIn(voice, background, 0);
  return voice;
}
