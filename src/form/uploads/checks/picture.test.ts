import { describe, expect, it } from 'vitest';
import { MAX_PIXELS } from './picture.ts';
import {
  buildAnimation,
  buildGif,
  buildJpeg,
  buildPng,
  resizedGif,
  resizedJpeg,
  resizedPng,
} from './testing/build-pictures.ts';
import { check, verdict } from './testing/stored-file.ts';

const pictures = [
  ['a.jpg', await buildJpeg(), resizedJpeg, 2],
  ['a.png', await buildPng(), resizedPng, 12],
  ['a.gif', await buildGif(), resizedGif, 1],
] as const;
const MANY = 100_000;
const WIDTH = 10_000;
const TALLEST = MAX_PIXELS / WIDTH;

describe.each(pictures)('picture %s', (name, content, resized, endMarkBytes) => {
  it('is accepted with bytes after its end, such as films of phones', async () => {
    expect(await verdict(name, Buffer.concat([content, Buffer.alloc(100_000, 'film')]))).toBe('ok');
  });

  it.each([0.3, 0.6, 0.9])('is refused as unsafe when cut to %f of its bytes', async (share) => {
    expect(await verdict(name, content.subarray(0, Math.floor(content.length * share)))).toBe('fileUnsafe');
  });

  it('is accepted without its end mark', async () => {
    expect(await verdict(name, content.subarray(0, -endMarkBytes))).toBe('ok');
  });

  it.each([
    [WIDTH, TALLEST + 1],
    [65_000, 65_000],
  ])('is refused as too large with its dimensions: %d by %d pixels', async (width, height) => {
    const dimensions = `${width} × ${height}`;
    expect(await check(name, resized(content, width, height))).toEqual({
      ok: false,
      code: 'pictureTooLarge',
      dimensions,
    });
  });
});

const [[, jpeg], [, png], [, gif]] = pictures;
const chunk = (type: string, bytes: number) => {
  const content = Buffer.alloc(bytes + 12);
  content.writeUInt32BE(bytes);
  content.write(type, 4, 'latin1');
  return content;
};

describe('picture', () => {
  it('is accepted as an animation', async () => {
    expect(await verdict('a.gif', await buildAnimation(12))).toBe('ok');
  });

  it('is accepted with the maximum number of pixels', async () => {
    expect(await verdict('a.png', await buildPng(WIDTH, TALLEST))).toBe('ok');
    expect(await verdict('a.jpg', resizedJpeg(jpeg, WIDTH, TALLEST))).toBe('ok');
    expect(await verdict('a.gif', resizedGif(gif, WIDTH, TALLEST))).toBe('ok');
  });

  it.each([
    ['JPEG of a 50-megapixel phone', 'a.jpg', () => buildJpeg(8192, 6144)],
    ['JPEG of a 108-megapixel phone', 'a.jpg', () => buildJpeg(12_032, 9024)],
    ['PNG of an A3 page at 600 dpi', 'a.png', () => buildPng(7016, 9921)],
  ])('is accepted whole and refused when cut: %s', async (_what, name, build) => {
    const content = await build();
    expect(await verdict(name, content)).toBe('ok');
    expect(await verdict(name, content.subarray(0, content.length - 1000))).toBe('fileUnsafe');
  });

  it('is accepted with long metadata before its pixels', async () => {
    const { default: sharp } = await import('sharp');
    const noted = await sharp(png)
      .withExif({ IFD0: { ImageDescription: 'x'.repeat(200_000) } })
      .png()
      .toBuffer();
    expect(await verdict('a.png', noted)).toBe('ok');
  });

  it('is accepted with an end mark only in its thumbnail', async () => {
    const notes = Buffer.from([0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9]);
    const noted = Buffer.concat([jpeg.subarray(0, 2), notes, jpeg.subarray(2)]);
    expect(await verdict('a.jpg', noted)).toBe('ok');
    expect(await verdict('a.jpg', noted.subarray(0, -2))).toBe('ok');
    expect(await verdict('a.jpg', noted.subarray(0, -20))).toBe('fileUnsafe');
  });

  it('is accepted with stray bytes between its segments', async () => {
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const stray = Buffer.concat([jpeg.subarray(0, frame), Buffer.alloc(300), jpeg.subarray(frame)]);
    expect(await verdict('a.jpg', stray)).toBe('ok');
  });

  it.each([
    ['only a signature', 'a.jpg', jpeg.subarray(0, 3)],
    ['an end without pixels', 'a.jpg', Buffer.from('ffd8ffe00004abcdffd9', 'hex')],
    ['endless fill bytes', 'a.jpg', Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(MANY, 0xff)])],
    [
      'a chunk beyond its end',
      'a.png',
      Buffer.concat([png.subarray(0, 33), Buffer.from('7fffffff49444154', 'hex')]),
    ],
    [
      'chunks without end',
      'a.png',
      Buffer.concat([png.subarray(0, 33), Buffer.alloc(12 * MANY, chunk('abCd', 0))]),
    ],
    [
      'blocks without end',
      'a.gif',
      Buffer.concat([
        gif.subarray(0, 6),
        Buffer.from('0a000a00000000', 'hex'),
        Buffer.alloc(3 * MANY, Buffer.from([0x21, 0xf9, 0])),
      ]),
    ],
    [
      'an unknown block',
      'a.gif',
      Buffer.concat([gif.subarray(0, 6), Buffer.from('0a000a0000000099', 'hex')]),
    ],
  ])('is refused with %s', async (_what, name, content) => {
    expect(await verdict(name, content)).toMatch(/^file(?:Unsafe|Disguised)$/u);
  });
});
