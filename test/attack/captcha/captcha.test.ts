import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawPicture, rasterise } from '../../../src/form/captcha/captcha-picture.ts';
import { between, type Random } from '../../../src/form/captcha/keyed-random.ts';
import { loudness, mixIn, resampled, seconds } from '../../../src/form/captcha/sound.ts';
import { babble, speak } from '../../../src/form/captcha/speech.ts';
import { readVoices, type Voice } from '../../../src/form/captcha/wav.ts';
import { CAPTCHA_DIGITS } from '../../../src/form/rules/limits.ts';
import { type Language, languages } from '../../../src/i18n/languages.ts';
import { createRandom } from '../../support/random.ts';
import { createMatchedFilter } from './matched-filter.ts';
import { createPictureReader } from './picture-reader.ts';

const PICTURES = 50;
const SOUNDS = 5;
const [PLAIN, AS_SENT] = [0, 1];
const SAMPLES_DIR = path.resolve(import.meta.dirname, '../../../src/form/captcha/samples');
const HISS = 0.002;

const hissOf = (length: number, random: Random): Float64Array =>
  new Float64Array(seconds(length)).map(() => between(random, -HISS, HISS));

const codesOf = (count: number, random: Random): string[] =>
  Array.from({ length: count }, () =>
    Array.from({ length: CAPTCHA_DIGITS }, () => Math.floor(random() * 10)).join(''),
  );

describe('a reader of pictures', async () => {
  const read = await createPictureReader();

  async function countRead(strength: number): Promise<number> {
    const random = createRandom('captcha');
    let solved = 0;
    for (const code of codesOf(PICTURES, random)) {
      const png = await rasterise(drawPicture(code, random, strength), random, strength);
      if ((await read(png)) === code) solved += 1;
    }
    return solved;
  }

  it('reads most plain pictures, so the attack is a real one', async () => {
    expect(await countRead(PLAIN)).toBeGreaterThan(0.8 * PICTURES);
  });

  it('reads less than a fifth of the pictures that the site sends', async () => {
    expect(await countRead(AS_SENT)).toBeLessThan(0.2 * PICTURES);
  });
});

/** Digits of one voice, each at its own pace, with hardly any noise. */
function speakPlainly(code: string, voice: Voice, random: Random): Float64Array {
  const whole = hissOf(7, random);
  let start = seconds(0.5);
  for (const char of code) {
    const part = resampled(voice[char] ?? new Float64Array(), between(random, 0.86, 1.14));
    mixIn(whole, part, start);
    start += part.length + seconds(between(random, 0.3, 0.7));
  }
  return whole.subarray(0, start);
}

function solvePlain(language: Language, random: Random): number {
  const [voice = {}] = readVoices(path.join(SAMPLES_DIR, language));
  const solve = createMatchedFilter({
    voices: [voice],
    loudness: loudness(voice['0'] ?? new Float64Array()),
    shifts: [0.9, 1, 1.1],
    noise: hissOf(1, random),
  });
  return codesOf(SOUNDS, random).filter((code) => solve(speakPlainly(code, voice, random)) === code).length;
}

function solveSent(language: Language, random: Random): number {
  const voices = readVoices(path.join(SAMPLES_DIR, language));
  const solve = createMatchedFilter({
    voices,
    loudness: 0.064,
    shifts: [0.9, 1.12],
    noise: babble(seconds(5), 0.052, voices, random),
  });
  return codesOf(SOUNDS, random).filter((code) => solve(speak(code, voices, random)) === code).length;
}

describe.each(languages)('a matched filter that knows all samples in %s', (language) => {
  it('solves at least half of the plain sounds, so the attack is a real one', () => {
    expect(solvePlain(language, createRandom(`plain ${language}`))).toBeGreaterThanOrEqual(SOUNDS / 2);
  });

  it('solves at most one in five of the sounds that the site sends', () => {
    expect(solveSent(language, createRandom(`sent ${language}`))).toBeLessThanOrEqual(1);
  });
});
