import { type Point, pathData, smooth } from './curves.ts';
import { centred, placeDigits } from './digits.ts';
import { glyphs } from './glyphs.ts';
import { between, pick, type Random } from './keyed-random.ts';
import { createBend, createTilt } from './warp.ts';

/** The picture's size in pixels. */
export const PICTURE = { width: 220, height: 80 } as const;

const INK = '#000';
const PAPER = '#fff';

const LINES = 2;
const LINE_PEN = [2.2, 2.7] as const;
const CUTS = 1;
const CUT_PEN = [1.2, 1.7] as const;
const SCRAPS = 2;
const SPECKS = 30;
const SPECK_RADIUS = [0.7, 1.5] as const;
const INK_SPECKS = 0.6;

const CROSSING_POINTS = 6;
const CROSSING_OVERHANG = 10;
const CROSSING_STRAY = 8;
const SWING = 18;
const SCRAP_SCALE = 0.3;
const SCRAP_TILT = 3;
const SCRAP_SHARE = 0.4;

const line = (points: readonly Point[], colour: string, pen: number): string =>
  `<path d="${pathData(points)}" stroke="${colour}" stroke-width="${pen.toFixed(2)}"/>`;

/** A curve from side to side. */
function crossing(random: Random): Point[] {
  const middle = between(random, 0.25, 0.75) * PICTURE.height;
  const step = (PICTURE.width + 2 * CROSSING_OVERHANG) / (CROSSING_POINTS - 1);
  const places: Point[] = Array.from({ length: CROSSING_POINTS }, (_, at) => [
    at * step - CROSSING_OVERHANG + between(random, -CROSSING_STRAY, CROSSING_STRAY),
    middle + between(random, -SWING, SWING),
  ]);
  return smooth(places);
}

/** A small piece of any digit, anywhere. */
function scrap(random: Random): Point[] {
  const stroke = smooth(pick(random, pick(random, pick(random, Object.values(glyphs)))));
  const length = Math.ceil(stroke.length * SCRAP_SHARE);
  const from = Math.floor(random() * (stroke.length - length));
  const [left, top] = [random() * PICTURE.width, random() * PICTURE.height];
  const [tilt, shrink] = [createTilt(random, SCRAP_TILT), centred(SCRAP_SCALE)];
  return stroke.slice(from, from + length).map((point): Point => {
    const [x, y] = tilt(shrink(point));
    return [left + x, top + y];
  });
}

function speck(random: Random): string {
  const [x, y] = [random() * PICTURE.width, random() * PICTURE.height];
  const radius = between(random, ...SPECK_RADIUS);
  const colour = random() < INK_SPECKS ? INK : PAPER;
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${colour}"/>`;
}

function drawDigits(code: string, random: Random, strength: number): string {
  const bend = createBend(random, strength);
  return placeDigits(code, PICTURE, random, strength)
    .flatMap(({ strokes, pen }) => strokes.map((points) => line(points.map(bend), INK, pen)))
    .join('');
}

/** Disturbances for a machine that reads: a cut in paper's colour, lines, pieces of digits, specks. */
function drawNoise(random: Random, strength: number): string {
  const many = (count: number, draw: () => string): string =>
    Array.from({ length: Math.round(count * strength) }, draw).join('');
  return [
    many(CUTS, () => line(crossing(random), PAPER, between(random, ...CUT_PEN))),
    many(LINES, () => line(crossing(random), INK, between(random, ...LINE_PEN))),
    many(SCRAPS, () => line(scrap(random), INK, between(random, ...LINE_PEN))),
    many(SPECKS, () => speck(random)),
  ].join('');
}

/**
 * A code as an SVG of black strokes on white, a step on the way to the raster: never to be sent, since its paths give the code away.
 * `strength` 0 is plain digits, 1 is what visitors see.
 */
export function drawPicture(code: string, random: Random, strength: number): string {
  const { width, height } = PICTURE;
  const frame = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const ground = `<rect width="${width}" height="${height}" fill="${PAPER}"/>`;
  const pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
  const strokes = drawDigits(code, random, strength) + drawNoise(random, strength);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${ground}<g ${pen}>${strokes}</g></svg>`;
}
