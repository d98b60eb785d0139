import { curveThrough, type Glyph, glyphs, type Point } from './glyphs.ts';
import { pickRandom, type Random, randomBetween } from './keyed-random.ts';

export const IMAGE_SIZE = { width: 220, height: 80 } as const;

/** Ranges of a digit's rotation and slant in degrees, size, and offset from its position. */
const TILT_DEGREES = [-14, 14] as const;
const SLANT_DEGREES = [-9, 9] as const;
const SCALE = [0.42, 0.58] as const;
const VERTICAL_OFFSET = [-7, 7] as const;
/** Distance between digits. Most of them touch, which prevents segmentation. */
const ADVANCE = [31, 37] as const;
/** Minimum distance between a digit's centre and the edge: half the widest digit. */
export const MIN_DIGIT_MARGIN = 30;
const STROKE_WIDTH = [9, 11] as const;

const LINE_COUNT = 3;
const LINE_WIDTH = [2.2, 2.7] as const;
const LINE_POINTS = 6;
const LINE_SWING = [-18, 18] as const;
const SPECK_COUNT = 40;
const SPECK_RADIUS = [0.7, 1.6] as const;
const NOISE_COLOURS = ['#000', '#000', '#fff'];

/** Returns the horizontal centre of each digit. */
export function placeDigits(code: string, random: Random): number[] {
  const offsets = [0];
  for (const _digit of code.slice(1)) offsets.push((offsets.at(-1) ?? 0) + randomBetween(random, ...ADVANCE));
  const width = offsets.at(-1) ?? 0;
  const start = randomBetween(random, MIN_DIGIT_MARGIN, IMAGE_SIZE.width - MIN_DIGIT_MARGIN - width);
  return offsets.map((offset) => start + offset);
}

function drawDigit(digit: string, x: number, random: Random): string {
  const y = IMAGE_SIZE.height / 2 + randomBetween(random, ...VERTICAL_OFFSET);
  const scale = `scale(${randomBetween(random, ...SCALE)} ${randomBetween(random, ...SCALE)}) translate(-30 -50)`;
  const transform = `translate(${x} ${y}) rotate(${randomBetween(random, ...TILT_DEGREES)}) skewX(${randomBetween(random, ...SLANT_DEGREES)}) ${scale}`;
  const strokes = pickRandom(random, glyphs[Number(digit)] as readonly Glyph[]).map(
    (points) => `<path d="${curveThrough(points)}"/>`,
  );
  return `<g transform="${transform}" stroke="#000" stroke-width="${randomBetween(random, ...STROKE_WIDTH)}">${strokes.join('')}</g>`;
}

function drawLine(random: Random): string {
  const middle = randomBetween(random, 0.25, 0.75) * IMAGE_SIZE.height;
  const points = Array.from(
    { length: LINE_POINTS },
    (_, at): Point => [
      Math.round((at * IMAGE_SIZE.width) / (LINE_POINTS - 1)),
      Math.round(middle + randomBetween(random, ...LINE_SWING)),
    ],
  );
  const pen = randomBetween(random, ...LINE_WIDTH);
  return `<path d="${curveThrough(points)}" stroke="${pickRandom(random, NOISE_COLOURS)}" stroke-width="${pen}"/>`;
}

function drawSpeck(random: Random): string {
  const [x, y] = [random() * IMAGE_SIZE.width, random() * IMAGE_SIZE.height];
  return `<circle cx="${x}" cy="${y}" r="${randomBetween(random, ...SPECK_RADIUS)}" fill="${pickRandom(random, NOISE_COLOURS)}"/>`;
}

/** Draws a code as an SVG of black strokes on white, with noise. Never send the SVG: its paths reveal the code. */
function drawSvg(code: string, random: Random): string {
  const { width, height } = IMAGE_SIZE;
  const repeat = (length: number, draw: typeof drawLine) =>
    Array.from({ length }, () => draw(random)).join('');
  const digits = placeDigits(code, random).map((x, at) => drawDigit(code.charAt(at), x, random));
  const noise = repeat(LINE_COUNT, drawLine) + repeat(SPECK_COUNT, drawSpeck);
  const pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g ${pen}>${digits.join('')}${noise}</g></svg>`;
}

const INK = [0x10, 0x23, 0x3a] as const;
const BACKGROUND = [0xfa, 0xf7, 0xf0] as const;
/** Number of shades, which is low to keep the PNG small. */
const SHADE_COUNT = 16;
const SHADES = Array.from({ length: SHADE_COUNT }, (_, shade) =>
  BACKGROUND.map((paper, channel) => paper + ((INK[channel] ?? 0) - paper) * (shade / (SHADE_COUNT - 1))),
);
/** Maximum noise added to a pixel, as a share of the contrast between paper and ink. */
const MAX_GRAIN = 0.14;
const WAVE_HEIGHT = [2, 4] as const;
const WAVE_LENGTH = [45, 100] as const;

function createWave(random: Random): (at: number) => number {
  const [height, length] = [randomBetween(random, ...WAVE_HEIGHT), randomBetween(random, ...WAVE_LENGTH)];
  const start = random() * length;
  return (at) => Math.round(height * Math.sin((2 * Math.PI * (at + start)) / length));
}

export async function drawCaptcha(code: string, random: Random): Promise<Buffer> {
  // Delays loading sharp until the first image.
  const { default: sharp } = await import('sharp');
  const drawing = sharp(Buffer.from(drawSvg(code, random))).greyscale();
  const { data, info } = await drawing.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const tabulate = (wave: (at: number) => number, length: number) =>
    Int32Array.from({ length }, (_, at) => wave(at));
  const along = tabulate(createWave(random), height);
  const down = tabulate(createWave(random), width);
  const clamp = (value: number, end: number) => Math.min(end, Math.max(0, value));
  const pixels = new Uint8Array(width * height * BACKGROUND.length);
  let at = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = clamp(y + (down[x] ?? 0), height - 1) * width + clamp(x + (along[y] ?? 0), width - 1);
      const darkness = 1 - (data[from * channels] ?? 0) / 255 + randomBetween(random, -MAX_GRAIN, MAX_GRAIN);
      pixels.set(SHADES[Math.round(clamp(darkness, 1) * (SHADE_COUNT - 1))] ?? BACKGROUND, at);
      at += BACKGROUND.length;
    }
  return sharp(pixels, { raw: { width, height, channels: BACKGROUND.length } })
    .png({ palette: true, colours: SHADE_COUNT, dither: 0, effort: 1 })
    .toBuffer();
}
