import sharp from 'sharp';
import type { FileReader } from './file-reader.ts';
import { MAX_PIXELS } from './limits.ts';
import { checkPictureEnds, type PictureFormat } from './picture-ends.ts';
import { Refusal, refusing } from './refusal.ts';

/** Passes a picture that is whole and no larger than `MAX_PIXELS`; sharp reads its header, no pixel is decoded. */
export async function checkPicture(reader: FileReader, path: string, format: PictureFormat): Promise<void> {
  await checkPictureEnds[format](reader);
  const found = await refusing('fileUnsafe', () => sharp(path, { limitInputPixels: false }).metadata());
  if (found.format !== format)
    throw new Refusal('fileDisguised', `a ${found.format} by the name of a ${format}`);
  const pixels = found.width * (found.pageHeight ?? found.height);
  if (pixels > MAX_PIXELS) throw new Refusal('fileUnsafe', `${pixels} pixels`);
}
