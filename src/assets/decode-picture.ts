import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import type { PictureSize } from '../content/resized-pictures.ts';

/** The largest picture that is taken, in bytes of its file and in pixels. */
export const MAX_PICTURE_BYTES = 30 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 100_000_000;

/** Pixels of all frames of an animation that keeps moving: of a larger one the first frame is shown. */
export const MAX_ANIMATED_PIXELS = 25_000_000;

/** Pixels of height beyond which neither JPEG nor most browsers follow. */
export const MAX_HEIGHT = 65_000;

/** The longest that a picture may be worked on, in seconds. */
const MAX_WORK_S = 30;

/** The formats that are resized. An SVG is a document that can run scripts: it is never drawn here. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];
const ANIMATED = ['gif', 'webp'];

export type SourceFacts = PictureSize & { format: string; isAnimated: boolean; hasAlpha: boolean };

/** Opens pictures. Loaded with the first of them: it takes 35 ms and 13 MB, which a start does without. */
async function opener() {
  const { default: sharp } = await import('sharp');
  // Each picture is opened once: what the library would keep of it is only memory.
  sharp.cache(false);
  return (body: Buffer, isAnimated = false): Sharp =>
    sharp(body, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'none', animated: isAnimated }).timeout({
      seconds: MAX_WORK_S,
    });
}

/** The facts of a picture's file; undefined where it cannot be shown. */
export async function factsOf(body: Buffer): Promise<SourceFacts | undefined> {
  try {
    const type = await fileTypeFromBuffer(body);
    if (!type || !TYPES.includes(type.mime)) return undefined;
    const open = await opener();
    const { format, pages = 1, autoOrient, hasAlpha } = await open(body).metadata();
    const { width, height } = autoOrient;
    if (width * height > MAX_PICTURE_PIXELS || height > MAX_HEIGHT) return undefined;
    const isAnimated =
      ANIMATED.includes(format) && pages > 1 && width * height * pages <= MAX_ANIMATED_PIXELS;
    return { width, height, format, isAnimated, hasAlpha };
  } catch {
    return undefined;
  }
}

export type Target = 'avif' | 'webp' | 'jpeg' | 'png' | 'gif';

/** Quality of 1 to 100: of photographs, and of drawings, whose edges show every fault. */
const QUALITY: Record<'photograph' | 'drawing', Record<Exclude<Target, 'gif'>, number>> = {
  photograph: { avif: 45, webp: 72, jpeg: 76, png: 80 },
  drawing: { avif: 55, webp: 82, jpeg: 84, png: 90 },
};

/** More effort makes a picture a little smaller and the first visitor wait much longer. */
const ENCODING: Partial<Record<Target, object>> = {
  avif: { effort: 1 },
  webp: { effort: 3 },
  jpeg: { mozjpeg: true },
};

/** The most pixels of a side that a format has room for. */
const MAX_SIDE: Record<Target, number> = {
  avif: 16_384,
  webp: 16_383,
  jpeg: 65_535,
  png: 2 ** 31 - 1,
  gif: 65_535,
};

/**
 * A picture no wider than `width` pixels, turned as its camera said and without what else its file told. Rejects where
 * its bytes cannot be read or it takes too long.
 */
export async function resize(
  body: Buffer,
  source: SourceFacts,
  width: number,
  target: Target,
): Promise<Buffer> {
  const open = await opener();
  const picture = open(body, source.isAnimated).autoOrient().resize({ width, withoutEnlargement: true });
  if (target === 'gif') return picture.gif().toBuffer();
  if (target === 'jpeg') picture.flatten({ background: '#fff' });
  const quality = QUALITY[source.format === 'jpeg' ? 'photograph' : 'drawing'][target];
  return picture.toFormat(target, { quality, ...ENCODING[target] }).toBuffer();
}

/** The best format for a picture of that width that a browser takes, by its `Accept`; any browser takes the last. */
export function targetFor(source: SourceFacts, width: number, accept: string): Target {
  const height = (source.height * Math.min(width, source.width)) / source.width;
  return formatsOf(source, accept).find((target) => height <= MAX_SIDE[target]) ?? 'png';
}

function formatsOf({ format, isAnimated, hasAlpha }: SourceFacts, accept: string): Target[] {
  const takes = (target: Target): Target[] => (isTaken(accept, `image/${target}`) ? [target] : []);
  // An AVIF that moves is read by few, and takes very long to make.
  if (isAnimated) return [...takes('webp'), 'gif'];
  const isDrawing = hasAlpha || format === 'png' || format === 'gif';
  return [...takes('avif'), ...takes('webp'), isDrawing ? 'png' : 'jpeg'];
}

/** Whether an `Accept` names a type, and not to refuse it. */
const isTaken = (accept: string, type: string): boolean =>
  accept.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter));
  });
