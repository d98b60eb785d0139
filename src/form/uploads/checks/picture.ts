import type { FailOnOptions, Metadata, Sharp } from 'sharp';
import { MAX_MEGAPIXELS } from '../../rules/limits.ts';
import { Refusal, refusing } from './refusal.ts';

export const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000;
/** The side of the thumbnail that shows whether a picture can be decoded, in pixels. */
const THUMBNAIL_SIDE = 64;

export type PictureFormat = 'jpeg' | 'png' | 'gif';

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

async function openPicture(content: Buffer, failOn: FailOnOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // Each picture is opened once, and one thread makes its thumbnail.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(content, { failOn, limitInputPixels: false });
}

function refuseLarge({ width, height }: Metadata): void {
  if (width * height <= MAX_PIXELS) return;
  const dimensions = `${width} × ${height}`;
  throw new Refusal('pictureTooLarge', `${dimensions} pixels`, dimensions);
}

const decode = (picture: Sharp) =>
  picture.resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside' }).raw().toBuffer();

/**
 * Some cameras leave out the end mark of a JPEG. Given one, such a file has nothing to warn of; a cut one has. One column takes
 * every row at full size, because a smaller picture can do without the last bytes.
 */
async function decodeWithEnd(content: Buffer, height: number): Promise<void> {
  const picture = await openPicture(Buffer.concat([content, END_OF_JPEG]), 'warning');
  await picture.extract({ left: 0, top: 0, width: 1, height }).raw().toBuffer();
}

/** Passes a picture that is whole and no larger than `MAX_PIXELS`, by a thumbnail of it; of an animation its first frame. */
export const checkPicture = (content: Buffer, format: PictureFormat): Promise<void> =>
  refusing(async () => {
    const picture = await openPicture(content, 'truncated');
    const found = await picture.metadata();
    if (found.format !== format) throw new Refusal('fileDisguised', `a ${found.format} as a ${format}`);
    refuseLarge(found);
    await decode(picture).catch((error: unknown) => {
      if (format !== 'jpeg') throw error;
      return decodeWithEnd(content, found.height);
    });
  });
