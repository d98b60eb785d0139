import jsQR from 'jsqr';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { qrCode } from './well-known.ts';

it.each([
  'https://www.group.example/news/group-news/1003',
  `https://www.group.example/en/${'x'.repeat(300)}`,
])('encodes %s so that a scanner can read it', async (url) => {
  const svg = Buffer.from(qrCode(url));
  const { data, info } = await sharp(svg, { density: 600 })
    .resize(600)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(url);
});
