import { between, pick, type Random } from './keyed-random.ts';
import { mixIn, resampled, seconds, setLoudness } from './sound.ts';
import { varyDigit } from './spoken-digit.ts';
import type { Voice } from './wav.ts';

/** Voices at the same time. */
const BABBLE_VOICES = 2;
/** Length, pitch and loudness of a piece, and its share before the next one begins. */
const PIECE_S = [0.2, 0.5] as const;
const PIECE_PITCH = [0.75, 1.35] as const;
const ADVANCE = [0.6, 1] as const;
const PIECE_LOUDNESS = [0.3, 1] as const;
const FADE = seconds(0.02);

/** Fades a sound in and out. */
function fade(samples: Float64Array): void {
  for (let at = 0; at < Math.min(FADE, samples.length); at += 1) {
    const last = samples.length - 1 - at;
    samples[at] = ((samples[at] ?? 0) * at) / FADE;
    samples[last] = ((samples[last] ?? 0) * at) / FADE;
  }
}

/** Returns a reversed piece of a random digit: it resembles speech without a meaning. */
function piece(voices: readonly Voice[], random: Random): Float64Array {
  const sample = pick(random, Object.values(pick(random, voices)));
  const length = Math.min(sample.length, seconds(between(random, ...PIECE_S)));
  const start = Math.floor(random() * (sample.length - length));
  const part = resampled(sample.slice(start, start + length).reverse(), between(random, ...PIECE_PITCH));
  setLoudness(part, between(random, ...PIECE_LOUDNESS));
  fade(part);
  return part;
}

/** Returns background voices without words. */
function babble(
  length: number,
  wantedLoudness: number,
  voices: readonly Voice[],
  random: Random,
): Float64Array {
  const whole = new Float64Array(length);
  for (let voice = 0; voice < BABBLE_VOICES; voice += 1) {
    let start = -seconds(random() * PIECE_S[0]);
    while (start < length) {
      const part = piece(voices, random);
      mixIn(whole, part, start);
      start += Math.ceil(part.length * between(random, ...ADVANCE));
    }
  }
  return setLoudness(whole, wantedLoudness);
}

/** Time before, between and after the digits. */
const LEAD_S = [0.5, 1] as const;
const PAUSE_S = [0.25, 0.75] as const;
const TAIL_S = [0.4, 0.8] as const;
/** Loudness of the babble between the digits and behind them. */
const BABBLE_LOUDNESS = 0.052;
const SOFT_BABBLE_LOUDNESS = 0.0275;
const RAMP = seconds(0.06);

/** First sample of a digit, and the one after its last. */
type Range = { start: number; end: number };

/** Softens the babble behind a digit, so that the digit is audible but the total loudness does not reveal it. */
function soften(background: Float64Array, { start, end }: Range): void {
  for (let at = Math.max(0, start - RAMP); at < Math.min(background.length, end + RAMP); at += 1) {
    const away = Math.max(0, start - at, at - end) / RAMP;
    background[at] = (background[at] ?? 0) * (1 - (1 - away) * (1 - SOFT_BABBLE_LOUDNESS / BABBLE_LOUDNESS));
  }
}

/** Returns the spoken digits, the babble, and the ranges of the digits. */
export function layers(code: string, voices: readonly Voice[], random: Random) {
  let end = seconds(between(random, ...LEAD_S));
  const spoken = [...code].map((char) => {
    const sample = pick(random, voices)[char];
    if (!sample) throw new Error(`there is no sample for ${JSON.stringify(char)}`);
    const part = varyDigit(sample, random);
    const start = end;
    end = start + part.length + seconds(between(random, ...PAUSE_S));
    return { part, range: { start, end: start + part.length } };
  });
  const voice = new Float64Array(end + seconds(between(random, ...TAIL_S)));
  const background = babble(voice.length, BABBLE_LOUDNESS, voices, random);
  for (const { part, range } of spoken) {
    mixIn(voice, part, range.start);
    soften(background, range);
  }
  return { voice, background, ranges: spoken.map(({ range }) => range) };
}

/** Speaks a code digit by digit, over babble. */
export function speak(code: string, voices: readonly Voice[], random: Random): Float64Array {
  const { voice, background } = layers(code, voices, random);
  mixIn(voice, background, 0);
  return voice;
}
