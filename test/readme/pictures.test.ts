/** @module-tag matrix */

import sharp from 'sharp';
import { expect, it } from 'vitest';
import { fileOf, takePictures } from './pictures.ts';

/** Compression and the smoothing of fonts disappear when pictures are this much smaller. */
const SHRINK = 4;
/** Levels of a colour, of 255. */
const MAX_DIFFERENCE = 24;
/** Differing pixels. A different digit has more than 100. */
const MAX_PIXELS = 40;
const CHANNELS = 3;

async function shrink(picture: Buffer | string) {
  // Decodes at full size: the decoder of WebP would shrink in another way.
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const shrunk = sharp(data, { raw: { width, height, channels } }).resize(Math.round(width / SHRINK));
  return { width, height, levels: await shrunk.raw().toBuffer() };
}

async function differingPixels(picture: Buffer, file: string): Promise<number> {
  const [now, before] = await Promise.all([shrink(picture), shrink(file)]);
  if (now.width !== before.width || now.height !== before.height) return Number.POSITIVE_INFINITY;
  const differing = new Set<number>();
  for (const [at, level] of now.levels.entries())
    if (Math.abs(level - (before.levels[at] ?? 0)) > MAX_DIFFERENCE) differing.add(Math.floor(at / CHANNELS));
  return differing.size;
}

it('the pictures of the README show the current site (update: npm run pictures)', async () => {
  const outdated: Record<string, number> = {};
  const taken = await takePictures();
  expect(taken.size).toBe(4);
  for (const [name, picture] of taken) {
    const pixels = await differingPixels(picture, fileOf(name));
    if (pixels > MAX_PIXELS) outdated[name] = pixels;
  }
  expect(outdated).toEqual({});
});
