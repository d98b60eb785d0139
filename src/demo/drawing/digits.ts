import { group, short, stroke } from './svg.ts';

interface Glyph {
  width: number;
  data: string;
}

/** Numerals as single strokes, 100 high, standing on the line. */
const glyphs: Record<string, Glyph> = {
  '0': { width: 60, data: 'M30 0C50 0 60 20 60 50S50 100 30 100 0 80 0 50 10 0 30 0Z' },
  '1': { width: 34, data: 'M4 18L30 0V100' },
  '2': { width: 58, data: 'M2 27C3 9 15 0 29 0 46 0 56 11 56 27 56 48 36 62 0 100H58' },
  '3': {
    width: 58,
    data: 'M4 14C12 4 20 0 29 0 45 0 54 10 54 24 54 38 45 47 26 48 46 48 58 58 58 73 58 90 47 100 29 100 16 100 6 94 0 84',
  },
  '4': { width: 62, data: 'M46 100V0L0 70H62' },
  '5': {
    width: 58,
    data: 'M53 0H12L7 44C14 38 21 36 30 36 47 36 58 49 58 67 58 87 46 100 28 100 15 100 6 94 0 85',
  },
  '6': {
    width: 60,
    data: 'M53 11C47 3 39 0 31 0 11 0 0 20 0 55 0 84 12 100 31 100 49 100 60 87 60 69 60 51 48 39 31 39 15 39 3 50 1 62',
  },
  '7': { width: 56, data: 'M0 0H56C38 30 25 62 19 100' },
  '8': {
    width: 60,
    data: 'M30 47C14 47 5 37 5 24 5 10 15 0 30 0S55 10 55 24 46 47 30 47C12 47 0 58 0 73 0 90 12 100 30 100S60 90 60 73 48 47 30 47Z',
  },
  '9': {
    width: 60,
    data: 'M7 89C13 97 21 100 29 100 49 100 60 80 60 45 60 16 48 0 29 0 11 0 0 13 0 31 0 49 12 61 29 61 45 61 57 50 59 38',
  },
  '.': { width: 2, data: 'M1 99L1 100' },
};

const gap = 22;

/** How wide a number is at a height. */
export function digitsWidth(text: string, height: number): number {
  const widths = [...text].map((digit) => glyphs[digit]?.width ?? 0);
  return ((widths.reduce((sum, width) => sum + width + gap, 0) - gap) * height) / 100;
}

/** A number drawn round a middle, standing on a line. */
export function drawDigits(
  text: string,
  middle: number,
  line: number,
  height: number,
  colour: string,
  weight = 8,
): string {
  let at = 0;
  const shapes = [...text].map((digit) => {
    const glyph = glyphs[digit];
    const shape = glyph
      ? group(stroke(glyph.data, colour, digit === '.' ? weight * 1.5 : weight), `translate(${at} 0)`)
      : '';
    at += (glyph?.width ?? 0) + gap;
    return shape;
  });
  const left = middle - digitsWidth(text, height) / 2;
  return group(
    shapes.join(''),
    `translate(${short(left)} ${short(line - height)}) scale(${Math.round(height * 10) / 1000})`,
  );
}
