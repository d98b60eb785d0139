import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { animated, claimed, drawn, jpegOf, noise } from '../../test/support/pictures.ts';
import {
  factsOf,
  MAX_ANIMATED_PIXELS,
  resize,
  type SourceFacts,
  type Target,
  targetFor,
} from './decode-picture.ts';

const MODERN = 'image/avif,image/webp,image/*,*/*;q=0.8';
const SIZE = { width: 640, height: 400 };

async function known(body: Buffer): Promise<SourceFacts> {
  const facts = await factsOf(body);
  if (!facts) throw new Error('no picture');
  return facts;
}

async function resized(body: Buffer, width: number, target: Target) {
  const made = await resize(body, await known(body), width, target);
  return { made, ...(await sharp(made, { animated: true }).metadata()) };
}

it('resizes a JPEG to a progressive one, which is visible early on a slow line', async () => {
  expect(await resized(await jpegOf(SIZE), 320, 'jpeg')).toMatchObject({
    format: 'jpeg',
    isProgressive: true,
  });
});

describe('facts of pictures', () => {
  it.each([
    ['JPEG', () => jpegOf(SIZE), 'jpeg'],
    ['PNG', () => drawn(SIZE).png().toBuffer(), 'png'],
    ['WebP', () => drawn(SIZE).webp().toBuffer(), 'webp'],
    ['AVIF', () => drawn(SIZE).avif({ effort: 0 }).toBuffer(), 'heif'],
    ['GIF', () => drawn(SIZE).gif().toBuffer(), 'gif'],
  ] as const)('reads size and format of a %s', async (_, make, format) => {
    const facts = await known(await make());
    expect(facts).toMatchObject({ ...SIZE, format, isAnimated: false });
  });

  it('reads the size of a picture as its camera held it', async () => {
    const body = await drawn(SIZE).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await known(body)).toMatchObject({ width: 400, height: 640 });
  });

  it.each(['gif', 'webp'] as const)(
    'recognises an animated %s and reads the size of one frame',
    async (format) => {
      expect(await known(await animated({ width: 40, height: 30 }, 3, format))).toMatchObject({
        width: 40,
        height: 30,
        isAnimated: true,
      });
    },
  );

  it('reads an animation that is too large as a still picture', async () => {
    const side = 1000;
    const frames = Math.floor(MAX_ANIMATED_PIXELS / side ** 2) + 1;
    const body = await animated({ width: side, height: side }, frames, 'gif');
    expect(await known(body)).toMatchObject({ width: side, height: side, isAnimated: false });
    const { width, height, pages = 1 } = await resized(body, 160, 'webp');
    expect([width, height, pages]).toEqual([160, 160, 1]);
  });

  it.each([
    ['one pixel', { width: 1, height: 1 }],
    ['a thin line', { width: 1, height: 10_000 }],
    ['a flat line', { width: 10_000, height: 1 }],
  ])('accepts %s', async (_, size) => {
    const body = await drawn(size).png().toBuffer();
    expect(await known(body)).toMatchObject(size);
    for (const target of ['avif', 'webp', 'png'] as const)
      expect((await resized(body, 320, target)).width).toBe(Math.min(320, size.width));
  });
});

describe('files that are not pictures', () => {
  it.each([
    ['an empty file', async () => Buffer.alloc(0)],
    ['one byte', async () => Buffer.from([255])],
    ['text', async () => Buffer.from('a text that calls itself .jpg')],
    ['the first bytes of a JPEG', async () => (await noise(SIZE).jpeg().toBuffer()).subarray(0, 100)],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      'an XML with an SVG',
      async () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a TIFF', async () => drawn(SIZE).tiff().toBuffer()],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a header that claims 50,000 x 50,000', () => claimed({ width: 50_000, height: 50_000 })],
    ['a header that claims 70,000 of height', () => claimed({ width: 10, height: 70_000 })],
  ])('rejects %s', async (_, make) => {
    expect(await factsOf(await make())).toBeUndefined();
  });
});

const halfOf = (body: Buffer): Buffer => body.subarray(0, body.length / 2);

describe('resized pictures', () => {
  it.each(['avif', 'webp', 'jpeg', 'png'] as const)(
    'resizes to %s with the requested width and the same shape',
    async (target) => {
      const { width, height, format, made } = await resized(await noise(SIZE).jpeg().toBuffer(), 320, target);
      expect([width, height, format]).toEqual([320, 200, target === 'avif' ? 'heif' : target]);
      expect((await sharp(made).stats()).channels.length).toBeGreaterThanOrEqual(3);
    },
  );

  it('never enlarges a picture', async () => {
    expect((await resized(await jpegOf(SIZE), 1920, 'webp')).width).toBe(SIZE.width);
  });

  it('turns a picture upright', async () => {
    const body = await drawn(SIZE).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const { width, height, orientation } = await resized(body, 160, 'jpeg');
    expect([width, height, orientation ?? 1]).toEqual([160, 256, 1]);
  });

  it.each(['avif', 'webp', 'jpeg', 'png'] as const)(
    'removes the metadata of the camera from %s',
    async (target) => {
      const body = await drawn(SIZE)
        .withExif({ IFD0: { Copyright: 'C', Make: 'secret-camera' }, IFD3: { GPSLatitude: '31/1 1/1 1/1' } })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-xmp/></x:xmpmeta>')
        .jpeg()
        .toBuffer();
      expect(body.toString('latin1')).toContain('secret-camera');
      const { made, exif, xmp, iptc } = await resized(body, 160, target);
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
      expect(made.toString('latin1')).not.toMatch(/secret/u);
    },
  );

  it.each(['avif', 'webp', 'png'] as const)('keeps the transparency as %s', async (target) => {
    const { hasAlpha } = await resized(await drawn(SIZE, 0.5).png().toBuffer(), 160, target);
    expect(hasAlpha).toBe(true);
  });

  it.each([
    ['gif', 'gif'],
    ['gif', 'webp'],
    ['webp', 'webp'],
    ['webp', 'gif'],
  ] as const)('keeps the animation of a %s as %s', async (from, target) => {
    const { pages, pageHeight, width } = await resized(
      await animated({ width: 400, height: 200 }, 3, from),
      160,
      target,
    );
    expect([pages, pageHeight, width]).toEqual([3, 80, 160]);
  });

  it('converts the colours of a CMYK JPEG for screens', async () => {
    const body = await drawn(SIZE).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(body).metadata()).space).toBe('cmyk');
    const { made, space } = await resized(body, 160, 'webp');
    const { r, g, b } = (await sharp(made).stats()).dominant;
    expect(space).toBe('srgb');
    expect([r > 120, g < 110, b < 110]).toEqual([true, true, true]);
  });

  it('converts 16 bits per channel to 8', async () => {
    const body = await drawn(SIZE).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(body).metadata()).depth).toBe('ushort');
    expect((await resized(body, 160, 'avif')).bitsPerSample ?? 8).toBe(8);
  });

  it('keeps a grey picture grey', async () => {
    const body = await noise(SIZE).greyscale().png().toBuffer();
    for (const target of ['avif', 'webp', 'png'] as const)
      expect((await resized(body, 160, target)).width).toBe(160);
  });

  it.each(['jpeg', 'png'] as const)('shows the readable part of a truncated %s', async (format) => {
    const body = await noise(SIZE).toFormat(format).toBuffer();
    const { width, height } = await resized(halfOf(body), 160, 'webp');
    expect([width, height]).toEqual([160, 100]);
  });
});

describe('the format of a resized picture', () => {
  const photograph: SourceFacts = { ...SIZE, format: 'jpeg', isAnimated: false, hasAlpha: false };
  const drawing = { ...photograph, format: 'png' };
  const moving = { ...photograph, format: 'gif', isAnimated: true };

  it.each<[string, SourceFacts, string, Target]>([
    ['a photograph', photograph, MODERN, 'avif'],
    ['a photograph', photograph, 'image/webp,*/*', 'webp'],
    ['a photograph', photograph, '*/*', 'jpeg'],
    ['a photograph', photograph, 'image/*', 'jpeg'],
    ['a photograph', photograph, '', 'jpeg'],
    ['a photograph', photograph, 'IMAGE/AVIF', 'avif'],
    ['a photograph', photograph, 'image/avif;q=0, image/webp; q=0.5', 'webp'],
    ['a photograph', photograph, 'image/avif-nonsense', 'jpeg'],
    ['a drawing', drawing, '*/*', 'png'],
    ['a transparent picture', { ...photograph, format: 'webp', hasAlpha: true }, '*/*', 'png'],
    ['a WebP without alpha', { ...photograph, format: 'webp' }, '*/*', 'jpeg'],
    ['an AVIF with alpha', { ...photograph, format: 'heif', hasAlpha: true }, '*/*', 'png'],
    ['an animation', moving, MODERN, 'webp'],
    ['an animation', moving, '*/*', 'gif'],
    ['a picture too high for AVIF and WebP', { ...photograph, height: 20_000 }, MODERN, 'jpeg'],
  ])('chooses the format for %s (%#) with Accept: %s', (_, facts, accept, target) => {
    expect(targetFor(facts, 640, accept)).toBe(target);
  });

  it('chooses the format by the width that is sent', () => {
    expect(targetFor({ ...photograph, height: 20_000 }, 320, MODERN)).toBe('avif');
  });
});
