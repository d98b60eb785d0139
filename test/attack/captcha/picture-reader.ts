import sharp from 'sharp';
import { type Glyph, glyphs, pathData, smooth } from '../../../src/form/captcha/glyphs.ts';
import { CAPTCHA_DIGITS } from '../../../src/form/rules/limits.ts';

const [INK, PAPER] = [0, 255];
/** Between the site's ink and its paper, both grained. */
const PAPER_LIMIT = 140;
/** Smaller patches of ink are noise. */
const MIN_PATCH = 30;
/** Columns of the narrowest digit. */
const MIN_WIDTH = 6;
const TURNS = [-15, 0, 15] as const;
const CELL = { width: 16, height: 24 } as const;

type Bitmap = { width: number; height: number; isInk: (x: number, y: number) => boolean };
/** Columns of a bitmap, both included. */
type Box = { left: number; right: number };
/** The ink of one digit at a fixed size, minus its mean. */
type Cell = Float64Array;

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

const widthOf = ({ left, right }: Box): number => right - left + 1;

/** Erases connected patches of ink that are smaller than a digit. */
function erasePatches(pixels: Buffer, width: number): void {
  const seen = new Set<number>();
  for (const start of pixels.keys()) {
    if (pixels[start] !== INK || seen.has(start)) continue;
    const patch = new Set([start]);
    for (const at of patch)
      for (const next of [at - 1, at + 1, at - width, at + width]) if (pixels[next] === INK) patch.add(next);
    for (const at of patch) seen.add(at);
    if (patch.size < MIN_PATCH) for (const at of patch) pixels[at] = PAPER;
  }
}

/** Returns the ink without grain, strokes thinner than three pixels, and small patches. */
async function bitmapOf(image: Buffer): Promise<Bitmap> {
  // Within one call sharp would dilate before it erodes.
  const thinned = sharp(image).greyscale().median(3).threshold(PAPER_LIMIT).erode(1);
  const { data, info } = await sharp(await thinned.png().toBuffer())
    .dilate(1)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  erasePatches(data, width);
  return { width, height, isInk: (x, y) => data[y * width + x] === INK };
}

/** Runs of columns that hold ink. */
function runs({ width, height, isInk }: Bitmap): Box[] {
  const boxes: Box[] = [];
  for (const x of range(0, width - 1)) {
    if (!range(0, height - 1).some((y) => isInk(x, y))) continue;
    const last = boxes.at(-1);
    if (last?.right === x - 1) last.right = x;
    else boxes.push({ left: x, right: x });
  }
  return boxes.filter((box) => widthOf(box) >= MIN_WIDTH);
}

function split({ left, right }: Box, parts: number): Box[] {
  const step = (right - left + 1) / parts;
  return range(0, parts - 1).map((part) => ({
    left: Math.round(left + part * step),
    right: Math.round(left + (part + 1) * step) - 1,
  }));
}

/** Returns a box for each digit: the widest runs, split evenly if digits touch. */
function segment(bitmap: Bitmap, digits: number): Box[] {
  const widest = runs(bitmap)
    .sort((a, b) => widthOf(b) - widthOf(a))
    .slice(0, digits);
  const shares = widest.map(() => 1);
  for (let missing = digits - widest.length; missing > 0 && widest.length > 0; missing -= 1) {
    const widths = widest.map((box, at) => widthOf(box) / (shares[at] ?? 1));
    const at = widths.indexOf(Math.max(...widths));
    shares[at] = (shares[at] ?? 1) + 1;
  }
  return widest.flatMap((box, at) => split(box, shares[at] ?? 1)).sort((a, b) => a.left - b.left);
}

function cellOf({ height, isInk }: Bitmap, box: Box): Cell {
  const rows = range(0, height - 1).filter((y) => range(box.left, box.right).some((x) => isInk(x, y)));
  const [top, bottom] = [rows[0] ?? 0, rows.at(-1) ?? 0];
  const cell = Float64Array.from({ length: CELL.width * CELL.height }, (_, at) => {
    const x = box.left + Math.floor((((at % CELL.width) + 0.5) * widthOf(box)) / CELL.width);
    const y = top + Math.floor(((Math.floor(at / CELL.width) + 0.5) * (bottom - top + 1)) / CELL.height);
    return isInk(x, y) ? 1 : 0;
  });
  const mean = cell.reduce((sum, value) => sum + value, 0) / cell.length;
  return cell.map((value) => value - mean);
}

const dot = (a: Cell, b: Cell): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** Correlation of two cells, from -1 to 1. */
const similarity = (a: Cell, b: Cell): number => dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);

type Template = { digit: string; cell: Cell };

async function templateOf(digit: string, glyph: Glyph, turn: number): Promise<Template> {
  const strokes = glyph.map((stroke) => `<path d="${pathData(smooth(stroke))}"/>`).join('');
  const transform = `translate(40 40) rotate(${turn}) scale(0.5) translate(-30 -50)`;
  const pen = 'fill="none" stroke="#000" stroke-width="10" stroke-linecap="round"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#fff"/><g ${pen} transform="${transform}">${strokes}</g></svg>`;
  const bitmap = await bitmapOf(Buffer.from(svg));
  const [box] = segment(bitmap, 1);
  if (!box) throw new Error(`The glyph of ${digit} leaves no ink.`);
  return { digit, cell: cellOf(bitmap, box) };
}

function nearest(cell: Cell, templates: readonly Template[]): string {
  const scores = templates.map((template) => similarity(cell, template.cell));
  return templates[scores.indexOf(Math.max(...scores))]?.digit ?? '';
}

/** Picture solver: cleans the picture, cuts it into columns and compares each with the plain glyphs. */
export async function createPictureReader(): Promise<(png: Buffer) => Promise<string>> {
  const templates = await Promise.all(
    Object.entries(glyphs).flatMap(([digit, variants]) =>
      variants.flatMap((glyph) => TURNS.map((turn) => templateOf(digit, glyph, turn))),
    ),
  );
  return async (png) => {
    const bitmap = await bitmapOf(png);
    return segment(bitmap, CAPTCHA_DIGITS)
      .map((box) => nearest(cellOf(bitmap, box), templates))
      .join('');
  };
}
