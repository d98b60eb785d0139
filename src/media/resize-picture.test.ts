import sharp from 'sharp';
import { expect, it } from 'vitest';
import { animated, animatedPng, claimed, drawn, jpegOf, noise } from '../../test/support/pictures.ts';
import { resizedGif } from '../applications/uploads/checks/testing/build-pictures.ts';
import { chooseFormat, inspectImage, resize, type SourceFacts, type Target } from './resize-picture.ts';

const MODERN = 'image/avif,image/webp,image/*,*/*;q=0.8';
const SIZE = { width: 320, height: 200 };

async function known(body: Buffer): Promise<SourceFacts> {
  const { facts } = await inspectImage(body);
  if (!facts) throw new Error('no picture');
  return facts;
}

async function resized(body: Buffer, width: number, target: Target) {
  const made = await resize(body, await known(body), width, target);
  return { made, ...(await sharp(made, { animated: true }).metadata()) };
}

it.each([
  ['jpeg', () => jpegOf(SIZE)],
  ['heif', () => drawn(SIZE).avif({ effort: 0 }).toBuffer()],
] as const)('reads size and format of a %s', async (format, make) => {
  expect(await known(await make())).toMatchObject({ ...SIZE, format, isAnimated: false });
});

it('reads the size of an image in the orientation of the camera', async () => {
  const body = await drawn(SIZE).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await known(body)).toMatchObject({ width: 200, height: 320 });
});

it('reads the size of one frame of an animation', async () => {
  const size = { width: 40, height: 30 };
  const animation = await animated(size, 3, 'gif');
  expect(await known(animation)).toMatchObject({ ...size, isAnimated: true, isUnchanged: false });
});

it.each([
  ['an animated PNG', () => animatedPng(SIZE)],
  ['an animation with too many pixels', async () => resizedGif(await animated(SIZE, 3, 'gif'), 4000, 2100)],
])('pages show %s unchanged, and social networks its first frame', async (_, make) => {
  const body = await make();
  expect(await known(body)).toMatchObject({ isAnimated: false, isUnchanged: true });
  const { width, pages = 1 } = await resized(body, 160, 'webp');
  expect([width, pages]).toEqual([160, 1]);
});

it.each([
  ['an image with too many pixels', true, () => claimed({ width: 50_000, height: 50_000 })],
  ['a BMP', true, () => Buffer.from('BM'.padEnd(60, '\0'))],
  ['an icon', true, () => Buffer.from([0, 0, 1, 0, ...Buffer.alloc(60)])],
  [
    'an animated AVIF',
    true,
    () => Buffer.from('\0\0\0\x18ftypavis\0\0\0\0avifavis'.padEnd(60, '\0'), 'latin1'),
  ],
  ['a HEIC', false, () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(60, '\0'), 'latin1')],
  ['the first bytes of a JPEG', false, async () => (await noise(SIZE).jpeg().toBuffer()).subarray(0, 100)],
  ['an SVG', false, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
])('does not resize %s; browsers can show it: %s', async (_, isDisplayable, make) => {
  expect(await inspectImage(await make())).toEqual({ isDisplayable });
});

it('makes an image lower than the limits of browsers and JPEG', async () => {
  const body = await drawn({ width: 80, height: 70_000 }).png().toBuffer();
  for (const target of ['png', 'jpeg'] as const)
    expect(await resized(body, 160, target)).toMatchObject({ width: 74, height: 65_000 });
});

it.each([
  ['webp', 'webp'],
  ['jpeg', 'jpeg'],
  ['png', 'png'],
] as const)('resizes to a %s of the requested width without camera metadata', async (target, format) => {
  const body = await drawn(SIZE)
    .withExif({ IFD0: { Make: 'secret-camera' }, IFD3: { GPSLatitude: '31/1 1/1 1/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-xmp/></x:xmpmeta>')
    .jpeg()
    .toBuffer();
  const { made, exif, xmp, iptc, ...rest } = await resized(body, 160, target);
  expect(rest).toMatchObject({ width: 160, height: 100, format });
  expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
  expect(body.toString('latin1')).toContain('secret-camera');
  expect(made.toString('latin1')).not.toMatch(/secret/u);
});

it('rotates an image upright', async () => {
  const body = await drawn(SIZE).withMetadata({ orientation: 8 }).jpeg().toBuffer();
  const { width, height, orientation = 1 } = await resized(body, 160, 'jpeg');
  expect([width, height, orientation]).toEqual([160, 256, 1]);
});

it('keeps transparency except in a JPEG, which gets a white background', async () => {
  const body = await drawn(SIZE, 0).png().toBuffer();
  expect((await resized(body, 160, 'webp')).hasAlpha).toBe(true);
  const { channels } = await sharp((await resized(body, 160, 'jpeg')).made).stats();
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
});

it.each([['webp', 'gif']] as const)('keeps the animation of a %s as %s', async (from, target) => {
  const body = await animated({ width: 400, height: 200 }, 3, from);
  expect(await resized(body, 160, target)).toMatchObject({ pages: 3, pageHeight: 80, width: 160 });
});

it('shows the readable part of a truncated image', async () => {
  const body = await noise(SIZE).jpeg().toBuffer();
  expect(await resized(body.subarray(0, body.length / 2), 160, 'webp')).toMatchObject({ height: 100 });
});

const photograph: SourceFacts = { ...SIZE, width: 640, format: 'jpeg', isAnimated: false, hasAlpha: false };
const moving = { ...photograph, format: 'gif', isAnimated: true };
const high = { ...photograph, height: 20_000 };

it.each<[string, SourceFacts, string, Target]>([
  ['a photograph', photograph, MODERN, 'avif'],
  ['a photograph', photograph, 'image/webp,*/*', 'webp'],
  ['a photograph', photograph, 'image/*', 'jpeg'],
  ['a transparent picture', { ...photograph, format: 'webp', hasAlpha: true }, '*/*', 'png'],
  ['an animation', moving, MODERN, 'webp'],
  ['an animation', moving, '*/*', 'gif'],
  ['a picture too high for AVIF and WebP', high, MODERN, 'jpeg'],
  ['a drawing too high for AVIF and WebP', { ...high, format: 'png' }, MODERN, 'jpeg'],
  ['a transparent picture too high for WebP', { ...high, format: 'png', hasAlpha: true }, MODERN, 'png'],
])('chooses the format for %s (%#) with Accept: %s', (_, facts, accept, target) => {
  expect(chooseFormat(facts, 640, accept.split(','))).toBe(target);
});

it('chooses the format by the width of the result', () => {
  expect(chooseFormat(high, 320, MODERN.split(','))).toBe('avif');
});
