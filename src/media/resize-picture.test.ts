import sharp from 'sharp';
import { expect, it } from 'vitest';
import { animated, claimed, drawn, jpegOf, noise } from '../../test/support/pictures.ts';
import { resizedGif } from '../applications/uploads/checks/testing/build-pictures.ts';
import { chooseFormat, readImageFacts, resize, type SourceFacts, type Target } from './resize-picture.ts';

const MODERN = 'image/avif,image/webp,image/*,*/*;q=0.8';
const SIZE = { width: 320, height: 200 };

async function known(body: Buffer): Promise<SourceFacts> {
  const facts = await readImageFacts(body);
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
  expect(await known(animation)).toMatchObject({ ...size, isAnimated: true });
  const large = resizedGif(animation, 4000, 2100);
  expect(await known(large)).toMatchObject({ width: 4000, height: 2100, isAnimated: false });
  const { pages = 1 } = await resized(large, 160, 'webp');
  expect(pages).toBe(1);
});

it.each([
  ['the first bytes of a JPEG', async () => (await noise(SIZE).jpeg().toBuffer()).subarray(0, 100)],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a header that claims 50,000 x 50,000', () => claimed({ width: 50_000, height: 50_000 })],
])('rejects %s as an image', async (_, make) => {
  expect(await readImageFacts(await make())).toBeUndefined();
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
])('chooses the format for %s (%#) with Accept: %s', (_, facts, accept, target) => {
  expect(chooseFormat(facts, 640, accept.split(','))).toBe(target);
});

it('chooses the format by the width of the result', () => {
  expect(chooseFormat(high, 320, MODERN.split(','))).toBe('avif');
});
