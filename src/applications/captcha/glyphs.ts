/** Point in an image or a glyph. The y axis points down. */
export type Point = readonly [x: number, y: number];

const CURVE_TENSION = 1 / 6;

/** Returns SVG path data for a smooth curve through the points (a Catmull-Rom spline as Bézier curves). The curve may be closed. */
export function curveThrough(points: readonly Point[]): string {
  const last = points.length - 1;
  const isClosed = points[0]?.join() === points[last]?.join();
  const at = (index: number): Point =>
    points[isClosed ? (index + last) % last : Math.min(last, Math.max(0, index))] ?? [0, 0];
  const control = (index: number, next: number): string => {
    const [before, point, after] = [at(index - 1), at(index), at(index + 1)];
    return [0, 1]
      .map((axis) =>
        ((point[axis] ?? 0) + next * CURVE_TENSION * ((after[axis] ?? 0) - (before[axis] ?? 0))).toFixed(1),
      )
      .join(' ');
  };
  const curves = points
    .slice(1)
    .map((_, index) => `C${control(index, 1)} ${control(index + 1, -1)} ${at(index + 1).join(' ')}`);
  return `M${at(0).join(' ')}${curves.join('')}`;
}

/** Strokes of one digit variant, in a box about 60 wide and 100 high. */
export type Glyph = readonly (readonly Point[])[];

function parsePoint(text: string): Point {
  const [x = 0, y = 0] = text.split(',').map(Number);
  return [x, y];
}

/** Points are written as `x,y`, and strokes are separated by slashes. */
const parseGlyphs = (...variants: string[]): Glyph[] =>
  variants.map((variant) => variant.split(' / ').map((stroke) => stroke.split(' ').map(parsePoint)));

const SIX_GLYPHS = parseGlyphs(
  '53,10 33,0 12,14 1,50 7,87 31,100 54,89 60,68 52,47 31,40 10,48 1,62',
  '46,0 20,30 3,64 9,90 31,100 53,90 57,68 44,52 24,52 6,70',
  '38,0 14,26 2,62 8,91 30,100 52,92 58,72 48,55 29,52 4,66',
);

const turnSixIntoNine = (six: Glyph): Glyph =>
  six.map((stroke) => stroke.map(([x, y]): Point => [60 - x, 100 - y]));

/** Three variants of each digit from 0, drawn for this project. Strokes are smooth, so a corner needs two strokes. */
export const glyphs: readonly (readonly Glyph[])[] = [
  parseGlyphs(
    '30,0 53,16 60,50 53,84 30,100 7,84 0,50 7,16 30,0',
    '30,0 49,18 54,50 49,82 30,100 11,82 6,50 11,18 30,0',
    '40,0 60,22 57,60 42,92 20,100 1,78 4,40 19,8 40,0',
  ),
  parseGlyphs(
    '18,18 32,0 / 32,0 32,100 / 10,100 54,100',
    '20,22 32,0 / 32,0 32,100 / 8,100 56,100',
    '17,22 26,14 34,0 / 34,0 33,50 32,100 / 12,100 52,98',
  ),
  parseGlyphs(
    '2,27 8,8 29,0 50,8 57,27 48,48 22,76 0,100 / 0,100 58,100',
    '4,22 16,3 36,0 54,12 55,34 38,60 14,86 2,98 / 2,98 18,92 40,100 60,94',
    '2,16 24,0 48,4 57,24 48,46 2,100 / 2,100 58,98',
  ),
  parseGlyphs(
    '3,14 28,0 51,9 52,34 40,45 22,47 / 22,47 47,54 58,73 51,92 29,100 0,86',
    '4,0 54,0 / 54,0 24,40 / 24,40 48,46 59,68 48,92 25,100 0,88',
    '0,20 14,2 38,0 52,14 48,34 18,48 / 18,48 50,52 60,72 50,94 26,100 2,92',
  ),
  parseGlyphs(
    '46,100 46,0 / 46,0 0,70 / 0,70 62,70',
    '12,0 4,60 / 4,60 62,58 / 46,18 44,100',
    '38,0 2,66 / 2,66 60,66 / 42,34 40,100',
  ),
  parseGlyphs(
    '53,0 12,0 / 12,0 7,44 / 7,44 30,36 52,46 58,67 50,91 26,100 0,86',
    '50,2 8,0 / 8,0 6,42 / 6,42 34,40 55,52 56,78 42,96 20,100 0,92',
    '56,0 16,4 / 16,4 6,48 / 6,48 28,38 50,44 58,66 48,90 22,100 2,90',
  ),
  SIX_GLYPHS,
  parseGlyphs(
    '0,0 56,0 / 56,0 34,46 20,100',
    '2,2 58,0 / 58,0 24,100 / 18,52 54,50',
    '3,18 3,2 / 3,2 58,2 / 58,2 36,44 28,100',
  ),
  parseGlyphs(
    '30,46 9,36 8,11 30,0 52,11 51,36 30,46 / 30,46 5,58 3,87 30,100 57,87 55,58 30,46',
    '50,12 30,0 9,12 14,36 46,58 57,80 30,100 3,80 14,58 46,36 50,12',
    '33,44 14,34 15,8 34,0 52,10 50,34 33,44 / 33,44 6,56 0,82 24,100 52,90 56,60 33,44',
  ),
  SIX_GLYPHS.map(turnSixIntoNine),
];
