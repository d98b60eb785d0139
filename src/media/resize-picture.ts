import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import type { ImageSize } from '../content/resized-pictures.ts';

export const MAX_IMAGE_BYTES = 30 * 1024 * 1024;
export const MAX_IMAGE_PIXELS = 100_000_000;
/** All frames together. */
export const MAX_ANIMATED_PIXELS = 25_000_000;
export const MAX_ANIMATED_FRAMES = 500;
export const MAX_RESIZE_S = 30;

/** Maximum height in JPEG and in most browsers. */
const MAX_HEIGHT = 65_000;

/** Formats that are resized. SVG, which can contain scripts, is never rendered. */
const RESIZED_TYPES = ['jpeg', 'png', 'apng', 'webp', 'gif', 'avif', 'tiff'].map((name) => `image/${name}`);
/** Formats that browsers show and sharp cannot read. */
const UNRESIZED_TYPES = ['image/bmp', 'image/x-icon'];
/** An animated AVIF, which sharp cannot read either. */
const isImageSequence = (body: Buffer): boolean => body.toString('latin1', 8, 12) === 'avis';
const PHOTOGRAPHS = ['jpeg', 'tiff'];
const ANIMATED = ['gif', 'webp'];

export type SourceFacts = ImageSize & { format: string; isAnimated: boolean; hasAlpha: boolean };

/** An image without `facts` is shown unchanged, or not at all if browsers cannot show it. */
export type InspectedImage = { facts?: SourceFacts; isDisplayable: boolean };

/** Loads sharp on first use, which keeps startup fast. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each image is opened once, so a cache would only use memory.
  sharp.cache(false);
  return (body: Buffer, isAnimated = false, limitInputPixels = MAX_IMAGE_PIXELS): Sharp =>
    sharp(body, { limitInputPixels, failOn: 'none', animated: isAnimated }).timeout({
      seconds: MAX_RESIZE_S,
    });
}

/** Returns the size and format of an image that can be resized, and whether browsers can show it. */
export async function inspectImage(body: Buffer): Promise<InspectedImage> {
  const type = (await fileTypeFromBuffer(body))?.mime ?? '';
  if (UNRESIZED_TYPES.includes(type) || isImageSequence(body)) return { isDisplayable: true };
  if (!RESIZED_TYPES.includes(type)) return { isDisplayable: false };
  try {
    const open = await loadSharp();
    const { format, pages = 1, autoOrient, hasAlpha } = await open(body, false, 0).metadata();
    const { width, height } = autoOrient;
    const pixels = width * height;
    if (pixels > MAX_IMAGE_PIXELS) return { isDisplayable: true };
    const isMoving = type === 'image/apng' || (ANIMATED.includes(format) && pages > 1);
    // Sharp reads only the first frame of a PNG.
    const isSmall = pages <= MAX_ANIMATED_FRAMES && pixels * pages <= MAX_ANIMATED_PIXELS;
    const isAnimated = isMoving && format !== 'png' && isSmall;
    const isUnchanged = isMoving && !isAnimated;
    return { facts: { width, height, format, isAnimated, hasAlpha, isUnchanged }, isDisplayable: true };
  } catch {
    return { isDisplayable: false };
  }
}

export type Target = 'avif' | 'webp' | 'jpeg' | 'png' | 'gif';

/** Quality from 1 to 100. Artefacts are visible at the edges of drawings. */
const QUALITY: Record<'photograph' | 'drawing', Record<Exclude<Target, 'gif'>, number>> = {
  photograph: { avif: 45, webp: 72, jpeg: 76, png: 80 },
  drawing: { avif: 55, webp: 82, jpeg: 84, png: 90 },
};

/** Share of the quality with Save-Data, at which small print and QR codes stay readable. */
const SAVER_SHARE = 0.6;

/** More effort saves few bytes and delays the first visitor. */
const ENCODING: Partial<Record<Target, object>> = {
  avif: { effort: 1 },
  webp: { effort: 3 },
  jpeg: { mozjpeg: true },
};

/** Maximum height of a WebP; an AVIF may be one pixel higher. */
const MAX_MODERN_HEIGHT = 16_383;

/** Resizes to at most `width` pixels, applies the orientation and drops the metadata. Rejects if it fails or is too slow. */
export async function resize(
  body: Buffer,
  source: SourceFacts,
  width: number,
  target: Target,
  savesData = false,
): Promise<Buffer> {
  const open = await loadSharp();
  const picture = open(body, source.isAnimated).autoOrient().resize({
    width,
    height: MAX_HEIGHT,
    fit: 'inside',
    withoutEnlargement: true,
  });
  if (target === 'gif') return picture.gif().toBuffer();
  if (target === 'jpeg') picture.flatten({ background: '#fff' });
  // `quality` makes sharp build a palette, which is too slow.
  if (target === 'png' && isHigh(source, width)) return picture.png().toBuffer();
  const usual = QUALITY[PHOTOGRAPHS.includes(source.format) ? 'photograph' : 'drawing'][target];
  const quality = Math.round(usual * (savesData ? SAVER_SHARE : 1));
  return picture.toFormat(target, { quality, ...ENCODING[target] }).toBuffer();
}

const isHigh = (source: ImageSize, width: number): boolean =>
  (source.height * Math.min(width, source.width)) / source.width > MAX_MODERN_HEIGHT;

/** Chooses the best format that the client accepts by name. Otherwise chooses a format that every browser supports. */
export function chooseFormat(source: SourceFacts, width: number, accepted: readonly string[]): Target {
  const { format, isAnimated, hasAlpha } = source;
  const isTooHigh = isHigh(source, width);
  const isAccepted = (target: Target) => !isTooHigh && accepted.includes(`image/${target}`);
  // Few browsers support animated AVIF, and encoding it is slow.
  if (isAccepted('avif') && !isAnimated) return 'avif';
  if (isAccepted('webp')) return 'webp';
  if (isAnimated) return 'gif';
  const isDrawing = !isTooHigh && (format === 'png' || format === 'gif');
  return hasAlpha || isDrawing ? 'png' : 'jpeg';
}
