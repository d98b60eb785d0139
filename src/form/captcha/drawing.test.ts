import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/support/random.ts';
import { drawPicture, PICTURE } from './captcha-picture.ts';
import { smooth } from './curves.ts';
import { placeDigits } from './digits.ts';
import { glyphs, glyphsOf } from './glyphs.ts';
import { createKeyedRandom, pick } from './keyed-random.ts';
import { createBend, createTilt } from './warp.ts';

const widest = ['00000', '44444', '88888', '20202', '99999', '11111'];

describe('the glyphs', () => {
  it.each([...'0123456789'])('of %s come in three variants', (digit) => {
    expect(glyphsOf(digit)).toHaveLength(3);
  });

  it.each(Object.entries(glyphs))('of %s stay in their box', (_digit, variants) => {
    const points = variants.flat().flatMap(smooth);
    expect(points.every(([x, y]) => x > -8 && x < 70 && y > -8 && y < 108)).toBe(true);
  });

  it('are of digits alone', () => {
    expect(() => glyphsOf('a')).toThrow('no glyph');
  });
});

describe('a smooth stroke', () => {
  it('begins and ends where it should and goes through its points', () => {
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

  it('that is straight stays straight', () => {
    expect(
      smooth([
        [0, 0],
        [10, 0],
      ]).every(([, y]) => y === 0),
    ).toBe(true);
  });

  it('that is closed ends at its beginning', () => {
    const points = smooth([
      [0, 0],
      [10, 10],
      [0, 20],
      [0, 0],
    ]);
    expect(points.at(-1)).toEqual(points[0]);
  });
});

describe('without strength', () => {
  it.each([
    ['tilt', createTilt],
    ['bend', createBend],
  ])('a %s changes nothing', (_name, create) => {
    const [x, y] = create(createRandom('a'), 0)([3, 4]);
    expect([x, y]).toEqual([expect.closeTo(3), expect.closeTo(4)]);
  });
});

describe('the digits', () => {
  it.each(widest)('of %s are within the picture', (code) => {
    const random = createRandom(code);
    for (let round = 0; round < 100; round += 1) {
      const points = placeDigits(code, PICTURE, random, 1).flatMap(({ strokes }) => strokes.flat());
      expect(points.every(([x, y]) => x > 3 && x < PICTURE.width - 3 && y > 0 && y < PICTURE.height)).toBe(
        true,
      );
    }
  });
});

describe('the drawing', () => {
  it('has paths and shapes alone: no text, no font, no picture from outside', () => {
    const tags = [...drawPicture('01234', createRandom('a'), 1).matchAll(/<([a-z]+)/gu)].map(
      ([, tag]) => tag,
    );
    expect([...new Set(tags)].sort()).toEqual(['circle', 'g', 'path', 'rect', 'svg']);
  });

  it('is the same for the same random numbers', () => {
    expect(drawPicture('01234', createRandom('a'), 1)).toBe(drawPicture('01234', createRandom('a'), 1));
  });
});

describe('keyed randomness', () => {
  it('gives numbers from 0 to below 1, evenly, beyond one portion', () => {
    const random = createKeyedRandom('a key');
    const numbers = Array.from({ length: 20_000 }, random);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(numbers).size).toBeGreaterThan(19_900);
    expect(numbers.reduce((sum, number) => sum + number, 0) / numbers.length).toBeCloseTo(0.5, 1);
  });

  it('picks nothing from nothing', () => {
    expect(() => pick(() => 0, [])).toThrow('nothing to pick from');
  });
});
