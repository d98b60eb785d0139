/** @module-tag matrix */
import { describe, expect, it } from 'vitest';
import { languages } from '../i18n/languages.ts';
import { createSoundAttack, score } from './testing/sound-attack.ts';

/** The long form, `test/attack/doors/captcha-sound.ts`, lets them hear a hundred. */
const CODES = 10;
const PLAIN_CODES = 10;
const SEED = 'captcha';

const SOLVERS = [
  'a matched filter',
  'time warping along the sound',
  'time warping of its loud parts',
] as const;

describe.each(languages)('in %s', (language) => {
  const { plain, sent, random } = createSoundAttack(language, SEED);

  describe.each(SOLVERS)('%s', (name) => {
    it('solves at least half of the plain sounds, so it is a real solver', () => {
      expect(score(plain.solvers[name], plain.sound, PLAIN_CODES, random).solved).toBeGreaterThanOrEqual(5);
    });

    it(`solves at most one in ten of ${CODES} sounds as they are sent`, () => {
      expect(score(sent.solvers[name], sent.sound, CODES, random).solved).toBeLessThanOrEqual(CODES / 10);
    });
  });
});
