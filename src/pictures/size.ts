import { disableTypes, imageSize, types } from 'image-size';
import type { PictureFacts } from '../content/resized-pictures.ts';

/** Formats whose first bytes say all of the size: an AVIF may be turned by what comes later. */
const TYPES = ['jpg', 'png', 'gif', 'webp'];

// What is not needed is not parsed: the bytes are an editor's.
disableTypes(types.filter((type) => !TYPES.includes(type)));

/** From this value of a camera's orientation on a picture lies on its side. */
const LYING = 5;

/** The size that a picture's first bytes tell, in pixels as it is shown; undefined where they tell none. */
export function sizeOf(body: Uint8Array): PictureFacts | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(body);
    if (width === 0 || height === 0) return undefined;
    return orientation < LYING ? { width, height } : { width: height, height: width };
  } catch {
    return undefined;
  }
}
