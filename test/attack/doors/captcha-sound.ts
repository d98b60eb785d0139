import { overBabble, overPauses } from '../../../src/captcha/testing/clearness.ts';
import { createSoundAttack, type Score, score } from '../../../src/captcha/testing/sound-attack.ts';
import { languages } from '../../../src/i18n/languages.ts';
import type { DoorReport } from '../doors.ts';

const CODES = 100;
const PLAIN_CODES = 40;
const CLEAR_DECIBELS = 6;

const mean = (values: number[]): number =>
  Math.round((10 * values.reduce((sum, value) => sum + value, 0)) / values.length) / 10;

/** Programs that know all samples, and how sounds are made from them, listen to codes: each may solve one in ten. */
export async function captchaSound(seed: number): Promise<DoorReport> {
  const faults: string[] = [];
  const figures: Record<string, unknown> = {};
  const judge = (who: string, plain: Score, sent: Score): void => {
    figures[who] = { plain, sent };
    if (plain.solved < plain.of / 2)
      faults.push(`${who} is no solver: ${plain.solved} of ${plain.of} plain sounds`);
    if (sent.solved > sent.of / 10) faults.push(`${who} solves ${sent.solved} of ${sent.of} sounds`);
  };
  for (const language of languages) {
    const { plain, sent, layers, random } = createSoundAttack(language, `${seed} ${language}`);
    for (const [name, solve] of Object.entries(sent.solvers)) {
      const solvePlain = plain.solvers[name as keyof typeof plain.solvers];
      judge(
        `${name}, ${language}`,
        score(solvePlain, plain.sound, PLAIN_CODES, random),
        score(solve, sent.sound, CODES, random),
      );
    }
    const sounds = Array.from({ length: CODES }, layers);
    const clear = mean(sounds.flatMap(overBabble));
    figures[`decibels, ${language}`] = { overBabble: clear, overPauses: mean(sounds.map(overPauses)) };
    if (clear < CLEAR_DECIBELS) faults.push(`digits in ${language} are only ${clear} dB over the babble`);
  }
  return { faults, figures };
}
