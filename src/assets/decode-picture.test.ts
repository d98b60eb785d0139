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

it('a JPEG is progressive: on a slow line all of it is seen early', async () => {
  expect(await resized(await jpegOf(SIZE), 320, 'jpeg')).toMatchObject({
    format: 'jpeg',
    isProgressive: true,
  });
});

describe('what is known of a picture', () => {
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

  it('has the size of the picture as its camera held it', async () => {
    const body = await drawn(SIZE).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await known(body)).toMatchObject({ width: 400, height: 640 });
  });

  it.each(['gif', 'webp'] as const)(
    'says that a %s is animated, with the size of one frame',
    async (format) => {
      expect(await known(await animated({ width: 40, height: 30 }, 3, format))).toMatchObject({
        width: 40,
        height: 30,
        isAnimated: true,
      });
    },
  );

  it('takes an animation that is too large for a still picture', async () => {
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
  ])('takes %s', async (_, size) => {
    const body = await drawn(size).png().toBuffer();
    expect(await known(body)).toMatchObject(size);
    for (const target of ['avif', 'webp', 'png'] as const)
      expect((await resized(body, 320, target)).width).toBe(Math.min(320, size.width));
  });
});

describe('what is no picture that can be shown', () => {
  it.each([
    ['nothing', async () => Buffer.alloc(0)],
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
  ])('%s', async (_, make) => {
    expect(await factsOf(await make())).toBeUndefined();
  });
});

const halfOf = (body: Buffer): Buffer => body.subarray(0, body.length / 2);

describe('a resized picture', () => {
  it.each(['avif', 'webp', 'jpeg', 'png'] as const)(
    'as %s has the width and keeps its shape',
    async (target) => {
      const { width, height, format, made } = await resized(await noise(SIZE).jpeg().toBuffer(), 320, target);
      expect([width, height, format]).toEqual([320, 200, target === 'avif' ? 'heif' : target]);
      expect((await sharp(made).stats()).channels.length).toBeGreaterThanOrEqual(3);
    },
  );

  it('is never wider than it was', async () => {
    expect((await resized(await jpegOf(SIZE), 1920, 'webp')).width).toBe(SIZE.width);
  });

  it('is turned upright', async () => {
    const body = await drawn(SIZE).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const { width, height, orientation } = await resized(body, 160, 'jpeg');
    expect([width, height, orientation ?? 1]).toEqual([160, 256, 1]);
  });

  it.each(['avif', 'webp', 'jpeg', 'png'] as const)('as %s tells nothing of its camera', async (target) => {
    const body = await drawn(SIZE)
      .withExif({ IFD0: { Copyright: 'C', Make: 'secret-camera' }, IFD3: { GPSLatitude: '31/1 1/1 1/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-xmp/></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(body.toString('latin1')).toContain('secret-camera');
    const { made, exif, xmp, iptc } = await resized(body, 160, target);
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    expect(made.toString('latin1')).not.toMatch(/secret/u);
  });

  it.each(['avif', 'webp', 'png'] as const)('as %s stays seen through', async (target) => {
    const { hasAlpha } = await resized(await drawn(SIZE, 0.5).png().toBuffer(), 160, target);
    expect(hasAlpha).toBe(true);
  });

  it.each([
    ['gif', 'gif'],
    ['gif', 'webp'],
    ['webp', 'webp'],
    ['webp', 'gif'],
  ] as const)('of an animated %s, as %s, moves', async (from, target) => {
    const { pages, pageHeight, width } = await resized(
      await animated({ width: 400, height: 200 }, 3, from),
      160,
      target,
    );
    expect([pages, pageHeight, width]).toEqual([3, 80, 160]);
  });

  it('of a CMYK JPEG has the colours of a screen', async () => {
    const body = await drawn(SIZE).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(body).metadata()).space).toBe('cmyk');
    const { made, space } = await resized(body, 160, 'webp');
    const { r, g, b } = (await sharp(made).stats()).dominant;
    expect(space).toBe('srgb');
    expect([r > 120, g < 110, b < 110]).toEqual([true, true, true]);
  });

  it('of 16 bits a channel has 8', async () => {
    const body = await drawn(SIZE).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(body).metadata()).depth).toBe('ushort');
    expect((await resized(body, 160, 'avif')).bitsPerSample ?? 8).toBe(8);
  });

  it('of shades of grey is one', async () => {
    const body = await noise(SIZE).greyscale().png().toBuffer();
    for (const target of ['avif', 'webp', 'png'] as const)
      expect((await resized(body, 160, target)).width).toBe(160);
  });

  it.each(['jpeg', 'png'] as const)('of half a %s shows what there is', async (format) => {
    const body = await noise(SIZE).toFormat(format).toBuffer();
    const { width, height } = await resized(halfOf(body), 160, 'webp');
    expect([width, height]).toEqual([160, 100]);
  });
});

describe('the format', () => {
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
    ['what is seen through', { ...photograph, format: 'webp', hasAlpha: true }, '*/*', 'png'],
    ['a WebP without alpha', { ...photograph, format: 'webp' }, '*/*', 'jpeg'],
    ['an AVIF with alpha', { ...photograph, format: 'heif', hasAlpha: true }, '*/*', 'png'],
    ['an animation', moving, MODERN, 'webp'],
    ['an animation', moving, '*/*', 'gif'],
    ['a picture too high for AVIF and WebP', { ...photograph, height: 20_000 }, MODERN, 'jpeg'],
  ])('of %s (%#) for %s', (_, facts, accept, target) => {
    expect(targetFor(facts, 640, accept)).toBe(target);
  });

  it('is looked for at the width that is sent', () => {
    expect(targetFor({ ...photograph, height: 20_000 }, 320, MODERN)).toBe('avif');
  });
});
