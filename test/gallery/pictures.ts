import type { FindImageSize } from '../../src/content/resized-pictures.ts';
import { drawn } from '../support/pictures.ts';

/** Images like those of editors: fitting, upright, too wide and too small. */
const sizes = {
  'scene.png': { width: 1600, height: 1000 },
  'upright.png': { width: 1000, height: 1414 },
  'ribbon.png': { width: 2400, height: 400 },
  'small.png': { width: 60, height: 40 },
};

const hrefOf = (name: string) => `/files/gallery/${name}`;
export const SCENE = hrefOf('scene.png');
export const UPRIGHT = hrefOf('upright.png');
export const RIBBON = hrefOf('ribbon.png');
export const SMALL = hrefOf('small.png');
/** Image that returns 404 and has an unknown size. */
export const MISSING = hrefOf('missing.png');

const FILE = /^\/(?:files|media)\/gallery\/(?:(\d+)\/)?([\w.]+)$/u;
const sizeOf = (name = '') => sizes[name as keyof typeof sizes];

export const pictures: FindImageSize = (src) => sizeOf(FILE.exec(src)?.[2]);

/** Returns the bytes of the image at a path. */
export async function pictureAt(path: string): Promise<Buffer | undefined> {
  const [, width, name] = FILE.exec(path) ?? [];
  const size = sizeOf(name);
  if (!size) return undefined;
  const resized = { width: width === undefined ? undefined : Number(width), withoutEnlargement: true };
  return drawn(size).resize(resized).png().toBuffer();
}
