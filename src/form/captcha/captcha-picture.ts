import { centred, createBend, createTilt, placeDigits } from './digit-layout.ts';
import { glyphs, type Point, pathData, smooth } from './glyphs.ts';
import { between, pick, type Random } from './keyed-random.ts';

/** Size of the picture in pixels. */
export const PICTURE = { width: 220, height: 80 } as const;

const BLACK = '#000';
const WHITE = '#fff';

const LINES = 2;
const LINE_PEN = [2.2, 2.7] as const;
const CUTS = 1;
const CUT_PEN = [1.2, 1.7] as const;
const SCRAPS = 2;
const SPECKS = 30;
const SPECK_RADIUS = [0.7, 1.5] as const;
const DARK_SPECKS_SHARE = 0.6;

const CROSSING_POINTS = 6;
const CROSSING_OVERHANG = 10;
const CROSSING_STRAY = 8;
const SWING = 18;
const SCRAP_SCALE = 0.3;
const SCRAP_TILT = 3;
const SCRAP_SHARE = 0.4;

const line = (points: readonly Point[], colour: string, pen: number): string =>
  `<path d="${pathData(points)}" stroke="${colour}" stroke-width="${pen.toFixed(2)}"/>`;

/** Curve from the left edge to the right one. */
function crossing(random: Random): Point[] {
  const middle = between(random, 0.25, 0.75) * PICTURE.height;
  const step = (PICTURE.width + 2 * CROSSING_OVERHANG) / (CROSSING_POINTS - 1);
  const places: Point[] = Array.from({ length: CROSSING_POINTS }, (_, at) => [
    at * step - CROSSING_OVERHANG + between(random, -CROSSING_STRAY, CROSSING_STRAY),
    middle + between(random, -SWING, SWING),
  ]);
  return smooth(places);
}

/** Small piece of a random digit at a random place. */
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
  const colour = random() < DARK_SPECKS_SHARE ? BLACK : WHITE;
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${colour}"/>`;
}

function drawDigits(code: string, random: Random): string {
  const bend = createBend(random);
  return placeDigits(code, PICTURE, random)
    .flatMap(({ strokes, pen }) => strokes.map((points) => line(points.map(bend), BLACK, pen)))
    .join('');
}

/** Noise against OCR: a white cut, lines, pieces of digits, specks. */
function drawNoise(random: Random): string {
  const many = (length: number, draw: () => string): string => Array.from({ length }, draw).join('');
  return [
    many(CUTS, () => line(crossing(random), WHITE, between(random, ...CUT_PEN))),
    many(LINES, () => line(crossing(random), BLACK, between(random, ...LINE_PEN))),
    many(SCRAPS, () => line(scrap(random), BLACK, between(random, ...LINE_PEN))),
    many(SPECKS, () => speck(random)),
  ].join('');
}

/** Draws a code as an SVG of black strokes on white. Never send it: its paths reveal the code. */
export function drawPicture(code: string, random: Random): string {
  const { width, height } = PICTURE;
  const frame = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const ground = `<rect width="${width}" height="${height}" fill="${WHITE}"/>`;
  const pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
  const strokes = drawDigits(code, random) + drawNoise(random);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${ground}<g ${pen}>${strokes}</g></svg>`;
}

/** RGB colours of the site. */
const INK = [0x10, 0x23, 0x3a] as const;
const PAPER = [0xfa, 0xf7, 0xf0] as const;
/** Few shades keep the PNG small. */
const SHADES = 16;
/** Maximum change of a pixel, and of one side of the paper, as a share of the distance from paper to ink. */
const GRAIN = 0.14;
const SHADOW = 0.16;

/** Darkness of the paper: a slope in a random direction from 0 to `SHADOW`. */
function createShadow(random: Random, width: number, height: number): (x: number, y: number) => number {
  const angle = random() * 2 * Math.PI;
  const [across, down] = [Math.cos(angle) / width, Math.sin(angle) / height];
  return (x, y) => SHADOW * (0.5 + (across * (x - width / 2) + down * (y - height / 2)) / Math.SQRT2);
}

const shadeOf = (darkness: number): number => {
  const level = Math.min(1, Math.max(0, darkness));
  return Math.round(level * (SHADES - 1)) / (SHADES - 1);
};

/** Renders a drawing as a PNG of ink on paper with grain. */
export async function rasterise(svg: string, random: Random): Promise<Buffer> {
  // Delays loading sharp until the first picture.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(Buffer.from(svg))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const shadow = createShadow(random, width, height);
  const pixels = new Uint8Array(width * height * PAPER.length);
  for (let at = 0; at < width * height; at += 1) {
    const drawn = 1 - (data[at * channels] ?? 0) / 255;
    const ground = shadow(at % width, Math.floor(at / width));
    const shade = shadeOf(drawn + (1 - drawn) * ground + between(random, -GRAIN, GRAIN));
    PAPER.forEach((paper, channel) => {
      pixels[at * PAPER.length + channel] = paper + ((INK[channel] ?? 0) - paper) * shade;
    });
  }
  return sharp(pixels, { raw: { width, height, channels: PAPER.length } })
    .png({ palette: true, colours: SHADES, dither: 0 })
    .toBuffer();
}
