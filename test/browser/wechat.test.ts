import { createRequire } from 'node:module';
import path from 'node:path';
import type jsQR from 'jsqr';
import sharp from 'sharp';
import { expect, it } from 'vitest';

const decode = createRequire(import.meta.url)('jsqr') as typeof jsQR;
const picture = path.resolve(import.meta.dirname, '../../src/demo/content/files/pictures/wechat-qr.png');

it.each([1, 0.5])('the QR code can be scanned at %s times its size', async (scale) => {
  const { width = 0 } = await sharp(picture).metadata();
  const { data, info } = await sharp(picture)
    .resize(Math.round(width * scale))
    .flatten({ background: 'white' })
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: 'white' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decode(new Uint8ClampedArray(data), info.width, info.height)?.data).toMatch(/^https?:\/\//u);
});
