import sharp, { type FailOnOptions, type Metadata, type Sharp } from 'sharp';
import { MAX_INTERLACED_MEGAPIXELS, MAX_MEGAPIXELS } from '../../rules/limits.ts';
import { orRefuse, RefusedFileError } from '../../rules/problems.ts';

const MEGAPIXEL = 1_000_000;
export const MAX_PIXELS = MAX_MEGAPIXELS * MEGAPIXEL;
const MAX_INTERLACED_PIXELS = MAX_INTERLACED_MEGAPIXELS * MEGAPIXEL;
/** Size of the thumbnail that is decoded to check an image. */
const THUMBNAIL_PIXELS = 64;

/** Formats of pictures, with their names in the library. */
const pictureFormats = { jpg: 'jpeg', png: 'png', gif: 'gif' } as const;
type PictureFormat = keyof typeof pictureFormats;
export const isPictureFormat = (format = ''): format is PictureFormat => format in pictureFormats;

const JPEG_END = Buffer.from([0xff, 0xd9]);

// A cache is useless, because each image is opened only once. A checker uses a single thread.
sharp.cache(false);
sharp.concurrency(1);

const openPicture = (content: Buffer, failOn: FailOnOptions): Sharp =>
  sharp(content, { failOn, limitInputPixels: false });

/** Refuses large images. The limit for interlaced images is lower, because decoding them needs all pixels in memory. */
function refuseLarge({ width, height, isProgressive = false }: Metadata): void {
  const dimensions = `${width} × ${height}`;
  if (width * height > MAX_PIXELS) throw new RefusedFileError('pictureTooLarge', { dimensions });
  if (isProgressive && width * height > MAX_INTERLACED_PIXELS)
    throw new RefusedFileError('pictureInterlaced', { dimensions });
}

const decode = (picture: Sharp) =>
  picture.resize(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS, { fit: 'inside' }).raw().toBuffer();

/**
 * Decodes a JPEG without an end mark, which some cameras omit. With a mark appended, only a truncated file still causes a warning.
 * Extracts one column, because this decodes every row, while a thumbnail would not need the last bytes.
 */
async function decodeWithEnd(content: Buffer, height: number): Promise<void> {
  const picture = openPicture(Buffer.concat([content, JPEG_END]), 'warning');
  await picture.extract({ left: 0, top: 0, width: 1, height }).raw().toBuffer();
}

/** Refuses an image that is truncated or too large. Decodes a thumbnail of its first frame. */
export const checkPicture = (content: Buffer, format: PictureFormat): Promise<void> =>
  orRefuse(async () => {
    const picture = openPicture(content, 'truncated');
    const found = await picture.metadata();
    if (found.format !== pictureFormats[format]) throw new RefusedFileError('fileDisguised');
    refuseLarge(found);
    await decode(picture).catch((error: unknown) => {
      if (format !== 'jpg') throw error;
      return decodeWithEnd(content, found.height);
    });
  });
