import { type Glyph, glyphsOf, type Point, smooth } from './glyphs.ts';
import { between, pick, type Random } from './keyed-random.ts';

/** Maps points of a shape. */
type Warp = (point: Point) => Point;

const MAX_TURN = 0.24;
const MAX_SLANT = 0.17;
const MAX_STRETCH = 0.18;
const WAVE_HEIGHT = [2.5, 5] as const;
const WAVE_LENGTH = [45, 100] as const;

/** Rotates, slants and stretches around the origin. `strength` multiplies the maximums. */
export function createTilt(random: Random, strength = 1): Warp {
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

function createWave(random: Random): (at: number) => number {
  const height = between(random, ...WAVE_HEIGHT);
  const length = between(random, ...WAVE_LENGTH);
  const start = random() * length;
  return (at) => height * Math.sin((2 * Math.PI * (at + start)) / length);
}

/** Bends a picture by a horizontal and a vertical wave. */
export function createBend(random: Random): Warp {
  const [along, across] = [createWave(random), createWave(random)];
  return ([x, y]) => [x + along(y), y + across(x)];
}

const GLYPH = { width: 60, height: 100 } as const;
const SCALE = 0.5;
const PEN = [4.6, 5.6] as const;
/** Distance between two digits without the pen: crowded digits usually touch, which prevents segmentation. */
const GAP = [-2.2, 1] as const;
const MAX_LIFT = 7;
const MARGIN = 6;

/** Strokes of a digit and the width of their pen, in pixels. */
type Digit = { strokes: Point[][]; pen: number };

type Size = { width: number; height: number };

/** Moves the middle of a glyph to the origin and scales it. */
export const centred = (factor: number): Warp => {
  return ([x, y]) => [(x - GLYPH.width / 2) * factor, (y - GLYPH.height / 2) * factor];
};

function tilted(glyph: Glyph, random: Random): Point[][] {
  const [tilt, shrink] = [createTilt(random), centred(SCALE)];
  return glyph.map((stroke) => smooth(stroke).map((point) => tilt(shrink(point))));
}

function edges(strokes: Point[][]): [left: number, right: number] {
  const columns = strokes.flat().map(([x]) => x);
  return [Math.min(...columns), Math.max(...columns)];
}

const moved = (strokes: Point[][], right: number, down: number): Point[][] =>
  strokes.map((points) => points.map(([x, y]): Point => [x + right, y + down]));

/** Lays out the digits of a code side by side, each with a random variant and tilt. */
export function placeDigits(code: string, size: Size, random: Random): Digit[] {
  let end = 0;
  const digits = [...code].map((char) => {
    const strokes = tilted(pick(random, glyphsOf(char)), random);
    const [left, right] = edges(strokes);
    const pen = between(random, ...PEN);
    const gap = between(random, ...GAP) + pen;
    const start = end === 0 ? 0 : end + gap;
    end = start + right - left;
    const lift = between(random, -MAX_LIFT, MAX_LIFT);
    return { strokes: moved(strokes, start - left, lift), pen };
  });
  const room = Math.max(0, (size.width - end) / 2 - MARGIN);
  const shift = (size.width - end) / 2 + between(random, -room, room);
  return digits.map(({ strokes, pen }) => ({ strokes: moved(strokes, shift, size.height / 2), pen }));
}
