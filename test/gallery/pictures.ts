import sharp from 'sharp';
import type { FindImageSize, ImageSize } from '../../src/content/resized-pictures.ts';

type Drawn = { width: number; height: number; sky: string; ground: string };

/** Images like those of editors: fitting, upright, too wide and too small. */
const drawn: Record<string, Drawn> = {
  'scene.png': { width: 1600, height: 1000, sky: '#c9d6df', ground: '#31506b' },
  'upright.png': { width: 1000, height: 1414, sky: '#e6d9c2', ground: '#7a5a34' },
  'ribbon.png': { width: 2400, height: 400, sky: '#d9dfd2', ground: '#4d6b4a' },
  'small.png': { width: 60, height: 40, sky: '#e9d6d0', ground: '#8a4a3c' },
};

const fileHref = (name: string): string => `/files/gallery/${name}`;

export const SCENE = fileHref('scene.png');
export const UPRIGHT = fileHref('upright.png');
export const RIBBON = fileHref('ribbon.png');
export const SMALL = fileHref('small.png');
/** Image that returns 404 and has an unknown size. */
export const MISSING = fileHref('missing.png');

const sizes = new Map<string, ImageSize>(Object.entries(drawn).map(([name, size]) => [fileHref(name), size]));
export const pictures: FindImageSize = (src) => sizes.get(src);

const scene = ({ width, height, sky, ground }: Drawn): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none" width="${width}" height="${height}">
    <rect width="100" height="100" fill="${sky}"/>
    <path d="M0 62 22 40 41 60 63 34 100 66V100H0Z" fill="${ground}" opacity=".45"/>
    <path d="M0 78 30 58 55 80 78 62 100 82V100H0Z" fill="${ground}"/>
  </svg>`;

const FILE = /^\/(?:files|media)\/gallery\/(?:(\d+)\/)?([\w.]+)$/u;

const drawings = new Map<string, Promise<Buffer | undefined>>();

async function draw(path: string): Promise<Buffer | undefined> {
  const [, width, name = ''] = FILE.exec(path) ?? [];
  const picture = drawn[name];
  const size = { width: width === undefined ? undefined : Number(width), withoutEnlargement: true };
  return (
    picture &&
    sharp(Buffer.from(scene(picture)))
      .resize(size)
      .png()
      .toBuffer()
  );
}

/** Returns the bytes of the image at a path. */
export function pictureAt(path: string): Promise<Buffer | undefined> {
  const drawing = drawings.get(path) ?? draw(path);
  drawings.set(path, drawing);
  return drawing;
}
