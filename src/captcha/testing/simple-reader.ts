import sharp from 'sharp';
import { CAPTCHA_DIGITS } from '../../application/limits.ts';
import { pathData, smooth } from '../curves.ts';
import { type Glyph, glyphs } from '../glyphs.ts';
import { type Bitmap, median, open, patches, threshold, withOnly } from './bitmap.ts';
import { type Box, segment, widthOf } from './segments.ts';

/** Smaller patches are noise. */
const NOISE_PIXELS = 30;
const TURNS = [-15, 0, 15] as const;
const CELL = { width: 16, height: 24 } as const;

/** A digit's ink at one size, around its mean. */
type Cell = Float64Array;

/** The first and the last row that hold ink between two columns. */
function rowsOf({ width, height, ink }: Bitmap, { left, right }: Box): [top: number, bottom: number] {
  const rows = Array.from({ length: height }, (_, row) => row).filter((row) =>
    ink.subarray(row * width + left, row * width + right + 1).includes(1),
  );
  return [rows[0] ?? 0, rows.at(-1) ?? 0];
}

/** What stands between two columns, cut to its ink. */
function cellOf(bitmap: Bitmap, box: Box): Cell {
  const [top, bottom] = rowsOf(bitmap, box);
  const cell = Float64Array.from({ length: CELL.width * CELL.height }, (_, at) => {
    const x = box.left + Math.floor((((at % CELL.width) + 0.5) * widthOf(box)) / CELL.width);
    const y = top + Math.floor(((Math.floor(at / CELL.width) + 0.5) * (bottom - top + 1)) / CELL.height);
    return bitmap.ink[y * bitmap.width + x] ?? 0;
  });
  const mean = cell.reduce((sum, value) => sum + value, 0) / cell.length;
  return cell.map((value) => value - mean);
}

const dot = (a: Cell, b: Cell): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** How alike two cells are, from -1 to 1. */
const likeness = (a: Cell, b: Cell): number => dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);

type Template = { digit: string; cell: Cell };

/** What the reader does to a picture before it looks for digits. */
export type Cleaning = { median: boolean; open: boolean };

async function bitmapOf(image: Buffer, cleaning: Cleaning): Promise<Bitmap> {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const greys = Uint8Array.from({ length: width * height }, (_, at) => data[at * channels] ?? 0);
  const bitmap = threshold(cleaning.median ? median(greys, width, height) : greys, width, height);
  const opened = cleaning.open ? open(bitmap) : bitmap;
  return withOnly(opened, patches(opened, NOISE_PIXELS));
}

/** A glyph alone, as it would stand in a plain picture. */
function plain(glyph: Glyph, turn: number): Buffer {
  const strokes = glyph.map((stroke) => `<path d="${pathData(smooth(stroke))}"/>`).join('');
  const place = `translate(40 40) rotate(${turn}) scale(0.5) translate(-30 -50)`;
  const pen = 'fill="none" stroke="#000" stroke-width="10" stroke-linecap="round"';
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#fff"/><g ${pen} transform="${place}">${strokes}</g></svg>`,
  );
}

async function template(digit: string, glyph: Glyph, turn: number): Promise<Template> {
  const bitmap = await bitmapOf(plain(glyph, turn), { median: false, open: false });
  const [box] = segment(bitmap, 1);
  if (!box) throw new Error(`nothing is drawn for ${digit}`);
  return { digit, cell: cellOf(bitmap, box) };
}

function nearest(cell: Cell, templates: readonly Template[]): string {
  const scores = templates.map((each) => likeness(cell, each.cell));
  return templates[scores.indexOf(Math.max(...scores))]?.digit ?? '';
}

/** A simple attacker: grey, clean, threshold, drop small patches, cut into columns, compare with the plain glyphs. */
export async function createReader(cleaning: Cleaning): Promise<(png: Buffer) => Promise<string>> {
  const templates = await Promise.all(
    Object.entries(glyphs).flatMap(([digit, variants]) =>
      variants.flatMap((glyph) => TURNS.map((turn) => template(digit, glyph, turn))),
    ),
  );
  return async (png) => {
    const bitmap = await bitmapOf(png, cleaning);
    const boxes = segment(bitmap, CAPTCHA_DIGITS);
    return boxes.map((box) => nearest(cellOf(bitmap, box), templates)).join('');
  };
}
