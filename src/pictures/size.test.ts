import { expect, it } from 'vitest';
import { drawn, jpegOf } from '../../test/support/pictures.ts';
import { factsOf } from './decode.ts';
import { sizeOf } from './size.ts';

const SIZE = { width: 640, height: 400 };

it.each([
  ['a JPEG', () => jpegOf(SIZE)],
  ['a JPEG of a camera held upright', () => drawn(SIZE).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
  ['a JPEG of a camera upside down', () => drawn(SIZE).withMetadata({ orientation: 3 }).jpeg().toBuffer()],
  ['a PNG', () => drawn(SIZE).png().toBuffer()],
  ['a WebP', () => drawn(SIZE).webp().toBuffer()],
  ['a lossless WebP', () => drawn(SIZE).webp({ lossless: true }).toBuffer()],
  ['a WebP that is seen through', () => drawn(SIZE, 0.5).webp().toBuffer()],
  ['a GIF', () => drawn(SIZE).gif().toBuffer()],
])('the first bytes of %s tell the size that is found in all of it', async (_, make) => {
  const body = await make();
  const { width, height } = (await factsOf(body)) ?? {};
  expect(sizeOf(body)).toEqual({ width, height });
});

it.each([
  ['an AVIF, which may be turned by what comes later', () => drawn(SIZE).avif({ effort: 0 }).toBuffer()],
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')],
  ['a page', async () => Buffer.from('<p>Log in</p>')],
  ['no bytes', async () => Buffer.alloc(0)],
  ['the start of a PNG', async () => (await drawn(SIZE).png().toBuffer()).subarray(0, 12)],
])('of %s no size is taken', async (_, make) => {
  expect(sizeOf(await make())).toBeUndefined();
});
