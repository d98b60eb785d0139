import { type Point, smooth } from './curves.ts';
import { type Glyph, glyphsOf } from './glyphs.ts';
import { between, pick, type Random } from './keyed-random.ts';
import { createTilt, type Warp } from './warp.ts';

const GLYPH = { width: 60, height: 100 } as const;
const SCALE = 0.5;
const PEN = [4.6, 5.6] as const;
/** Between the boxes of two digits' strokes, without the pen: apart in a plain picture, else so near that most digits touch. */
const PLAIN_GAP = 12;
const CROWDED_GAP = [-2.2, 1] as const;
const MAX_LIFT = 7;
const MARGIN = 6;

/** A digit's strokes and the pen they are drawn with, in pixels. */
export type Digit = { strokes: Point[][]; pen: number };

type Size = { width: number; height: number };

/** A glyph, or a piece of one, round its own middle. */
export const centred = (factor: number): Warp => {
  return ([x, y]) => [(x - GLYPH.width / 2) * factor, (y - GLYPH.height / 2) * factor];
};

function tilted(glyph: Glyph, random: Random, strength: number): Point[][] {
  const [tilt, shrink] = [createTilt(random, strength), centred(SCALE)];
  return glyph.map((stroke) => smooth(stroke).map((point) => tilt(shrink(point))));
}

function edges(strokes: Point[][]): [left: number, right: number] {
  const columns = strokes.flat().map(([x]) => x);
  return [Math.min(...columns), Math.max(...columns)];
}

const moved = (strokes: Point[][], right: number, down: number): Point[][] =>
  strokes.map((points) => points.map(([x, y]): Point => [x + right, y + down]));

/** The digits of a code side by side, each in a variant and a tilt of its own, somewhere along a picture of a size. */
export function placeDigits(code: string, size: Size, random: Random, strength: number): Digit[] {
  let end = 0;
  const digits = [...code].map((char) => {
    const strokes = tilted(pick(random, glyphsOf(char)), random, strength);
    const [left, right] = edges(strokes);
    const pen = between(random, ...PEN);
    const gap = PLAIN_GAP + (between(random, ...CROWDED_GAP) - PLAIN_GAP) * strength + pen;
    const start = end === 0 ? 0 : end + gap;
    end = start + right - left;
    const lift = between(random, -MAX_LIFT, MAX_LIFT) * strength;
    return { strokes: moved(strokes, start - left, lift), pen };
  });
  const room = Math.max(0, (size.width - end) / 2 - MARGIN);
  const shift = (size.width - end) / 2 + between(random, -room, room) * strength;
  return digits.map(({ strokes, pen }) => ({ strokes: moved(strokes, shift, size.height / 2), pen }));
}
