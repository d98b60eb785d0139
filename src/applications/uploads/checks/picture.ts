import sharp, { type FailOnOptions, type Metadata, type Sharp } from 'sharp';
import { MAX_INTERLACED_PIXELS, MAX_PIXELS } from '../../rules/limits.ts';
import { RefusedFileError, refuseOnError } from '../../rules/problems.ts';

const THUMBNAIL_PIXELS = 64;

const JPEG_END = Buffer.from([0xff, 0xd9]);

// Each image is opened only once, and a checker uses a single thread.
sharp.cache(false);
sharp.concurrency(1);

const openPicture = (content: Buffer, failOn: FailOnOptions): Sharp =>
  sharp(content, { failOn, limitInputPixels: false });

/** Interlaced images have a lower limit: decoding them needs all pixels in memory. */
function refuseLarge({ width, height, isProgressive = false }: Metadata): void {
  const dimensions = `${width} × ${height}`;
  if (width * height > MAX_PIXELS) throw new RefusedFileError('pictureTooLarge', { dimensions });
  if (isProgressive && width * height > MAX_INTERLACED_PIXELS)
    throw new RefusedFileError('pictureInterlaced', { dimensions });
}

const decodeThumbnail = (picture: Sharp) =>
  picture.resize(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS, { fit: 'inside' }).raw().toBuffer();

/** Decodes a JPEG without an end mark, which some cameras omit. One column is extracted, because this decodes every row. */
async function decodeWithEnd(content: Buffer, height: number): Promise<void> {
  const picture = openPicture(Buffer.concat([content, JPEG_END]), 'warning');
  await picture.extract({ left: 0, top: 0, width: 1, height }).raw().toBuffer();
}

export const checkPicture = (content: Buffer, isJpeg: boolean): Promise<void> =>
  refuseOnError(async () => {
    const picture = openPicture(content, 'truncated');
    const metadata = await picture.metadata();
    refuseLarge(metadata);
    await decodeThumbnail(picture).catch((error: unknown) => {
      if (!isJpeg) throw error;
      return decodeWithEnd(content, metadata.height);
    });
  });
