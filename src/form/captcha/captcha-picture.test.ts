import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/support/random.ts';
import { drawPicture, PICTURE } from './captcha-picture.ts';
import { createBend, createTilt, placeDigits } from './digit-layout.ts';
import { glyphs, glyphsOf, smooth } from './glyphs.ts';
import { createKeyedRandom, pick } from './keyed-random.ts';

const widest = ['00000', '44444', '88888', '20202', '99999', '11111'];

describe('glyphs', () => {
  it.each([...'0123456789'])('of %s have three variants', (digit) => {
    expect(glyphsOf(digit)).toHaveLength(3);
  });

  it.each(Object.entries(glyphs))('of %s are within their box', (_digit, variants) => {
    const points = variants.flat().flatMap(smooth);
    expect(points.every(([x, y]) => x > -8 && x < 70 && y > -8 && y < 108)).toBe(true);
  });

  it('exist only for digits', () => {
    expect(() => glyphsOf('a')).toThrow('no glyph');
  });
});

describe('smooth', () => {
  it('passes through all points', () => {
    const points = smooth([
      [0, 0],
      [10, 5],
      [20, 0],
    ]);
    expect([points[0], points[8], points.at(-1)]).toEqual([
      [0, 0],
      [10, 5],
      [20, 0],
    ]);
  });

  it('keeps a straight line straight', () => {
    expect(
      smooth([
        [0, 0],
        [10, 0],
      ]).every(([, y]) => y === 0),
    ).toBe(true);
  });

  it('keeps a closed stroke closed', () => {
    const points = smooth([
      [0, 0],
      [10, 10],
      [0, 20],
      [0, 0],
    ]);
    expect(points.at(-1)).toEqual(points[0]);
  });
});

describe('with strength 0', () => {
  it.each([
    ['tilt', createTilt],
    ['bend', createBend],
  ])('%s changes nothing', (_name, create) => {
    const [x, y] = create(createRandom('a'), 0)([3, 4]);
    expect([x, y]).toEqual([expect.closeTo(3), expect.closeTo(4)]);
  });
});

describe('placeDigits', () => {
  it.each(widest)('keeps %s within the picture', (code) => {
    const random = createRandom(code);
    for (let round = 0; round < 100; round += 1) {
      const points = placeDigits(code, PICTURE, random, 1).flatMap(({ strokes }) => strokes.flat());
      expect(points.every(([x, y]) => x > 3 && x < PICTURE.width - 3 && y > 0 && y < PICTURE.height)).toBe(
        true,
      );
    }
  });
});

describe('drawPicture', () => {
  it('draws only paths and shapes: no text, font or external image', () => {
    const tags = [...drawPicture('01234', createRandom('a'), 1).matchAll(/<([a-z]+)/gu)].map(
      ([, tag]) => tag,
    );
    expect([...new Set(tags)].sort()).toEqual(['circle', 'g', 'path', 'rect', 'svg']);
  });

  it('is deterministic for the same random numbers', () => {
    expect(drawPicture('01234', createRandom('a'), 1)).toBe(drawPicture('01234', createRandom('a'), 1));
  });
});

describe('createKeyedRandom', () => {
  it('returns uniform numbers in [0, 1), also beyond its pool', () => {
    const random = createKeyedRandom('a key');
    const numbers = Array.from({ length: 20_000 }, random);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(numbers).size).toBeGreaterThan(19_900);
    expect(numbers.reduce((sum, number) => sum + number, 0) / numbers.length).toBeCloseTo(0.5, 1);
  });
});

it('pick throws for an empty list', () => {
  expect(() => pick(() => 0, [])).toThrow('nothing to pick from');
});
