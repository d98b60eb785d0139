import { describe, expect, it } from 'vitest';
import { MAX_PIXELS } from '../../rules/limits.ts';
import {
  buildGif,
  buildJpeg,
  buildPng,
  resizedGif,
  resizedJpeg,
  resizedPng,
} from './testing/build-pictures.ts';
import { checkContent, verdict } from './testing/stored-file.ts';

const pictures = [
  ['JPEG', await buildJpeg(), resizedJpeg, 2],
  ['PNG', await buildPng(), resizedPng, 12],
  ['GIF', await buildGif(), resizedGif, 1],
] as const;
const WIDTH = 10_000;
const TALLEST = MAX_PIXELS / WIDTH;

describe.each(pictures)('check of a %s', (_format, content, resized, endMarkBytes) => {
  it('accepts an image with a missing end mark or trailing video', async () => {
    expect(await verdict(content.subarray(0, -endMarkBytes))).toBe('ok');
    expect(await verdict(Buffer.concat([content, Buffer.alloc(100_000, 'film')]))).toBe('ok');
  });

  it('refuses a truncated image', async () => {
    expect(await verdict(content.subarray(0, Math.floor(content.length * 0.9)))).toBe('fileUnsafe');
  });

  it('refuses an image with too many pixels', async () => {
    const dimensions = `${WIDTH} × ${TALLEST + 1}`;
    const refusal = { ok: false, code: 'pictureTooLarge', dimensions };
    expect(await checkContent(resized(content, WIDTH, TALLEST + 1))).toEqual(refusal);
  });
});

const [[, jpeg], [, png], [, gif]] = pictures;

it.each([
  ['JPEG', await buildJpeg(64, 48, { progressive: true }), resizedJpeg, 0xc2],
  ['PNG', await buildPng(64, 48, { progressive: true }), resizedPng, undefined],
] as const)('refuses an interlaced %s only above 25 megapixels', async (_format, content, resized, mark) => {
  const refusal = { ok: false, code: 'pictureInterlaced', dimensions: '5000 × 5001' };
  expect(await checkContent(resized(content, 5_000, 5_001, mark))).toEqual(refusal);
  expect(await verdict(content)).toBe('ok');
});

it('accepts an image with the maximum number of pixels', async () => {
  expect(await verdict(resizedJpeg(jpeg, WIDTH, TALLEST))).toBe('ok');
});

it('refuses a truncated JPEG even if its thumbnail has an end mark', async () => {
  const notes = Buffer.from([0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9]);
  const noted = Buffer.concat([jpeg.subarray(0, 2), notes, jpeg.subarray(2)]);
  expect(await verdict(noted.subarray(0, -2))).toBe('ok');
  expect(await verdict(noted.subarray(0, -20))).toBe('fileUnsafe');
});

it.each([
  ['no pixels', png.subarray(0, 33)],
  ['no image', Buffer.concat([gif.subarray(0, 6), Buffer.from('0a000a0000000099', 'hex')])],
])('refuses an image file with %s', async (_what, content) => {
  expect(await verdict(content)).toMatch(/^file(?:Unsafe|Disguised)$/u);
});
