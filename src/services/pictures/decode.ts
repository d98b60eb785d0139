import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { type PictureFacts, toneOf } from '../../content/pictures.ts';

/** The largest picture that is taken, in bytes of its file and in pixels of all its frames. */
export const MAX_PICTURE_BYTES = 30 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 100_000_000;

/** Side of the small copy that the main colour is looked for in. */
const TONE_SIDE = 48;

/** What is resized. An SVG is a document that can run scripts: it is never drawn here. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

export type SourceFacts = PictureFacts & { format: string; isAnimated: boolean };

const open = (body: Buffer, isAnimated = false) =>
  sharp(body, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', animated: isAnimated });

/** What a picture's file is; nothing where it is none that can be shown. */
export async function factsOf(body: Buffer): Promise<SourceFacts | undefined> {
  const type = await fileTypeFromBuffer(body);
  if (!type || !TYPES.includes(type.mime)) return undefined;
  try {
    const { format, pages = 1, pageHeight, autoOrient } = await open(body).metadata();
    const height = pages > 1 ? (pageHeight ?? autoOrient.height) : autoOrient.height;
    if (autoOrient.width * height * pages > MAX_PICTURE_PIXELS) return undefined;
    const small = await open(body)
      .resize(TONE_SIDE, TONE_SIDE, { fit: 'inside' })
      .flatten({ background: '#fff' })
      .png()
      .toBuffer();
    const { r, g, b } = (await sharp(small).stats()).dominant;
    return { width: autoOrient.width, height, tone: toneOf(r, g, b), format, isAnimated: pages > 1 };
  } catch {
    return undefined;
  }
}

export type Target = 'avif' | 'webp' | 'jpeg' | 'png' | 'gif';

/** Quality of 1 to 100: of photographs, and of drawings, whose edges show every fault. */
const QUALITY: Record<'photograph' | 'drawing', Record<Target, number>> = {
  photograph: { avif: 45, webp: 72, jpeg: 76, png: 80, gif: 80 },
  drawing: { avif: 60, webp: 82, jpeg: 84, png: 90, gif: 90 },
};

/** Effort of the encoders: more makes a picture a little smaller and the first visitor wait much longer. */
const AVIF_EFFORT = 2;
const WEBP_EFFORT = 3;

/** A picture no wider than `width`, turned as its camera said and without what else its file told. */
export function resize(body: Buffer, source: SourceFacts, width: number, target: Target): Promise<Buffer> {
  const quality = QUALITY[source.format === 'jpeg' ? 'photograph' : 'drawing'][target];
  const effort =
    target === 'avif' ? { effort: AVIF_EFFORT } : target === 'webp' ? { effort: WEBP_EFFORT } : {};
  const still = open(body, source.isAnimated).autoOrient().resize({ width, withoutEnlargement: true });
  const flat = target === 'jpeg' ? still.flatten({ background: '#fff' }) : still;
  return flat.toFormat(target, target === 'gif' ? {} : { quality, ...effort }).toBuffer();
}

/** The best format that a browser takes, by its `Accept`; any browser takes the last. */
export function targetFor({ format, isAnimated }: SourceFacts, accept: string): Target {
  if (!isAnimated && accept.includes('image/avif')) return 'avif';
  if (accept.includes('image/webp')) return 'webp';
  if (isAnimated) return 'gif';
  return format === 'jpeg' || format === 'heif' ? 'jpeg' : 'png';
}
