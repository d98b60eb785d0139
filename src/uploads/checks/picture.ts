import type { FailOnOptions, Sharp } from 'sharp';
import { Refusal, refusing } from './refusal.ts';

/** A4 at 600 dpi has 35 million pixels; 50 million decode to 200 MB. */
export const MAX_PIXELS = 50_000_000;
/** The side of the thumbnail that shows whether a picture can be decoded, in pixels. */
const THUMBNAIL_SIDE = 64;

export type PictureFormat = 'jpeg' | 'png' | 'gif';

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

async function openPicture(content: Buffer, failOn: FailOnOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // Each picture is opened once, and one thread makes its thumbnail.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(content, { failOn, limitInputPixels: MAX_PIXELS });
}

const decode = (picture: Sharp) =>
  picture.resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside' }).raw().toBuffer();

/** Some cameras leave out the end mark of a JPEG. Given one, such a file has nothing to warn of; a cut one has. */
async function decodeWithEnd(content: Buffer): Promise<void> {
  await (await openPicture(Buffer.concat([content, END_OF_JPEG]), 'warning')).stats();
}

/** Passes a picture that is whole and no larger than `MAX_PIXELS`, by a thumbnail of it; of an animation its first frame. */
export const checkPicture = (content: Buffer, format: PictureFormat): Promise<void> =>
  refusing(async () => {
    const picture = await openPicture(content, 'truncated');
    const found = await picture.metadata();
    if (found.format !== format) throw new Refusal('fileDisguised', `a ${found.format} as a ${format}`);
    await decode(picture).catch((error: unknown) => {
      if (format !== 'jpeg') throw error;
      return decodeWithEnd(content);
    });
  });
