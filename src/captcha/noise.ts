import type { Point } from './curves.ts';
import { smooth } from './curves.ts';
import { centred } from './digits.ts';
import { glyphs } from './glyphs.ts';
import type { Random } from './random.ts';
import { between, pick } from './random.ts';
import { createTilt } from './warp.ts';

const CROSSING_POINTS = 6;
const CROSSING_OVERHANG = 10;
const CROSSING_STRAY = 8;
const SWING = 18;
const SCRAP_SCALE = 0.3;
const SCRAP_TILT = 3;
const SCRAP_SHARE = 0.4;

type Size = { width: number; height: number };

/** A curve from side to side. */
export function crossing({ width, height }: Size, random: Random): Point[] {
  const middle = between(random, 0.25, 0.75) * height;
  const step = (width + 2 * CROSSING_OVERHANG) / (CROSSING_POINTS - 1);
  const places = Array.from({ length: CROSSING_POINTS }, (_, at) => [
    at * step - CROSSING_OVERHANG + between(random, -CROSSING_STRAY, CROSSING_STRAY),
    middle + between(random, -SWING, SWING),
  ]);
  return smooth(places.flat());
}

/** A small piece of any digit, anywhere. */
export function scrap({ width, height }: Size, random: Random): Point[] {
  const stroke = smooth(pick(random, pick(random, pick(random, Object.values(glyphs)))));
  const length = Math.ceil(stroke.length * SCRAP_SHARE);
  const from = Math.floor(random() * (stroke.length - length));
  const [left, top] = [random() * width, random() * height];
  const [tilt, shrink] = [createTilt(random, SCRAP_TILT), centred(SCRAP_SCALE)];
  return stroke.slice(from, from + length).map((point): Point => {
    const [x, y] = tilt(shrink(point));
    return [left + x, top + y];
  });
}
