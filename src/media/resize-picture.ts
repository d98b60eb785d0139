import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import type { ImageSize } from '../content/resized-pictures.ts';

export const MAX_IMAGE_BYTES = 30 * 1024 * 1024;
const MAX_IMAGE_PIXELS = 100_000_000;

/** Maximum pixels of all frames together. Only the first frame of a larger animation is shown. */
const MAX_ANIMATED_PIXELS = 25_000_000;

/** Maximum height in JPEG and in most browsers. */
const MAX_HEIGHT = 65_000;

const MAX_RESIZE_S = 30;

/** Formats that are resized. SVG is never rendered, because it can contain scripts. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff'];
const PHOTOGRAPHS = ['jpeg', 'tiff'];
const ANIMATED = ['gif', 'webp'];

export type SourceFacts = ImageSize & { format: string; isAnimated: boolean; hasAlpha: boolean };

/** Loads sharp on first use, which keeps startup fast. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each image is opened once, so a cache would only use memory.
  sharp.cache(false);
  return (body: Buffer, isAnimated = false): Sharp =>
    sharp(body, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'none', animated: isAnimated }).timeout({
      seconds: MAX_RESIZE_S,
    });
}

/** Returns the size and format of an image, or undefined if it cannot be shown. */
export async function readImageFacts(body: Buffer): Promise<SourceFacts | undefined> {
  try {
    const type = await fileTypeFromBuffer(body);
    if (!type || !TYPES.includes(type.mime)) return undefined;
    const open = await loadSharp();
    const { format, pages = 1, autoOrient, hasAlpha } = await open(body).metadata();
    const { width, height } = autoOrient;
    if (width * height > MAX_IMAGE_PIXELS || height > MAX_HEIGHT) return undefined;
    const isAnimated =
      ANIMATED.includes(format) && pages > 1 && width * height * pages <= MAX_ANIMATED_PIXELS;
    return { width, height, format, isAnimated, hasAlpha };
  } catch {
    return undefined;
  }
}

export type Target = 'avif' | 'webp' | 'jpeg' | 'png' | 'gif';

/** Quality from 1 to 100. Artefacts are visible at the edges of drawings. */
const QUALITY: Record<'photograph' | 'drawing', Record<Exclude<Target, 'gif'>, number>> = {
  photograph: { avif: 45, webp: 72, jpeg: 76, png: 80 },
  drawing: { avif: 55, webp: 82, jpeg: 84, png: 90 },
};

/** More effort saves few bytes and delays the first visitor. */
const ENCODING: Partial<Record<Target, object>> = {
  avif: { effort: 1 },
  webp: { effort: 3 },
  jpeg: { mozjpeg: true },
};

/** Maximum height of a WebP; an AVIF may be one pixel higher. */
const MAX_MODERN_HEIGHT = 16_383;

/**
 * Resizes to at most `width` pixels, applies the orientation and drops the metadata. Rejects if the bytes cannot be read or
 * resizing is too slow.
 */
export async function resize(
  body: Buffer,
  source: SourceFacts,
  width: number,
  target: Target,
): Promise<Buffer> {
  const open = await loadSharp();
  const picture = open(body, source.isAnimated).autoOrient().resize({ width, withoutEnlargement: true });
  if (target === 'gif') return picture.gif().toBuffer();
  if (target === 'jpeg') picture.flatten({ background: '#fff' });
  const quality = QUALITY[PHOTOGRAPHS.includes(source.format) ? 'photograph' : 'drawing'][target];
  return picture.toFormat(target, { quality, ...ENCODING[target] }).toBuffer();
}

/** Chooses the best format that the client accepts by name. Otherwise chooses a format that every browser supports. */
export function chooseFormat(source: SourceFacts, width: number, accepted: readonly string[]): Target {
  const { format, isAnimated, hasAlpha } = source;
  const height = (source.height * Math.min(width, source.width)) / source.width;
  const isAccepted = (target: Target) => height <= MAX_MODERN_HEIGHT && accepted.includes(`image/${target}`);
  // Few browsers support animated AVIF, and encoding it is slow.
  if (isAccepted('avif') && !isAnimated) return 'avif';
  if (isAccepted('webp')) return 'webp';
  if (isAnimated) return 'gif';
  return hasAlpha || format === 'png' || format === 'gif' ? 'png' : 'jpeg';
}
