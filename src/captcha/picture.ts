import type { Point } from './curves.ts';
import { pathData } from './curves.ts';
import { placeDigits } from './digits.ts';
import { crossing, scrap } from './noise.ts';
import type { Random } from './random.ts';
import { between } from './random.ts';
import { createBend } from './warp.ts';

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

const line = (points: readonly Point[], colour: string, pen: number): string =>
  `<path d="${pathData(points)}" stroke="${colour}" stroke-width="${pen.toFixed(2)}"/>`;

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
    many(CUTS, () => line(crossing(PICTURE, random), PAPER, between(random, ...CUT_PEN))),
    many(LINES, () => line(crossing(PICTURE, random), INK, between(random, ...LINE_PEN))),
    many(SCRAPS, () => line(scrap(PICTURE, random), INK, between(random, ...LINE_PEN))),
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
