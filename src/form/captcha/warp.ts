import type { Point } from './curves.ts';
import { between, type Random } from './keyed-random.ts';

/** Moves points about: a change of shape. */
export type Warp = (point: Point) => Point;

const MAX_TURN = 0.24;
const MAX_SLANT = 0.17;
const MAX_STRETCH = 0.18;
const WAVE_HEIGHT = [2.5, 5] as const;
const WAVE_LENGTH = [45, 100] as const;

/** Turns, slants and stretches round the origin; `strength` 0 changes nothing. */
export function createTilt(random: Random, strength: number): Warp {
  const turn = between(random, -MAX_TURN, MAX_TURN) * strength;
  const slant = between(random, -MAX_SLANT, MAX_SLANT) * strength;
  const wide = 1 + between(random, -MAX_STRETCH, MAX_STRETCH) * strength;
  const tall = 1 + between(random, -MAX_STRETCH, MAX_STRETCH) * strength;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return ([x, y]) => {
    const [u, v] = [wide * x + slant * y, tall * y];
    return [u * cos - v * sin, u * sin + v * cos];
  };
}

function createWave(random: Random, strength: number): (at: number) => number {
  const height = between(random, ...WAVE_HEIGHT) * strength;
  const length = between(random, ...WAVE_LENGTH);
  const start = random() * length;
  return (at) => height * Math.sin((2 * Math.PI * (at + start)) / length);
}

/** Bends a whole picture by two waves, one along and one across; in pixels. */
export function createBend(random: Random, strength: number): Warp {
  const [along, across] = [createWave(random, strength), createWave(random, strength)];
  return ([x, y]) => [x + along(y), y + across(x)];
}
