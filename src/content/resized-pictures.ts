/** Widths to which images are resized, in pixels. Other widths return 404. */
export const WIDTHS = [160, 320, 480, 640, 960, 1280, 1920, 2560] as const;

/** Width of `src`, for browsers without `srcset`. */
const FALLBACK_WIDTH = 960;

export type PictureSize = { width: number; height: number; hasAlpha?: boolean };

/** Marks a file that browsers cannot show, such as HEIC. Pages omit the file. */
export const UNREADABLE: PictureSize = { width: 0, height: 0 };
export const isUnreadable = (size: PictureSize | undefined): boolean => size?.width === 0;

/** Finds the size of an image by its URL under `/files`. An image without a size is not resized. */
export type PictureSizes = (src: string) => PictureSize | undefined;

const FILE = /^\/files\/([\w-]+)\/([^/?#]+)$/u;

export function mediaHref(src: string, width: number): string {
  const [, token, name] = FILE.exec(src) ?? [];
  return token === undefined ? src : `/media/${token}/${width}/${name}`;
}

/** `sizes` attribute of an image, and the maximum width that a high-density screen needs. */
export type DisplaySize = { sizes: string; maxWidth: number };

/** Returns the widths in which an image is offered, up to the first one that is wide enough. */
export function widthsFor(width: number, maxWidth: number): number[] {
  const last = WIDTHS.findIndex((one) => one >= Math.min(width, maxWidth));
  return last < 0 ? [...WIDTHS] : WIDTHS.slice(0, last + 1);
}

/**
 * Builds the attributes of an `<img>`. `data-alpha` marks an image that may be transparent and gets a light background in dark
 * mode.
 */
export function responsiveImage(
  src: string,
  known: PictureSize | undefined,
  { sizes, maxWidth }: DisplaySize,
) {
  if (!known) return { src, 'data-alpha': '' };
  const { width, height, hasAlpha } = known;
  const widths = widthsFor(width, maxWidth);
  const plain = widths.findLast((one) => one <= FALLBACK_WIDTH) ?? widths[0] ?? FALLBACK_WIDTH;
  return {
    src: mediaHref(src, plain),
    srcSet: widths.map((one) => `${mediaHref(src, one)} ${Math.min(one, width)}w`).join(', '),
    sizes,
    width,
    height,
    'data-alpha': hasAlpha ? '' : undefined,
  };
}

/** Social networks show an image of at least 1200 pixels across the whole card. */
const SHARED_WIDTH = 1280;

/** Returns the URL and size of an image for social networks. */
export function sharedPicture(src: string, { width, height }: PictureSize) {
  const named = widthsFor(width, SHARED_WIDTH).at(-1) ?? SHARED_WIDTH;
  const shown = Math.min(named, width);
  return { href: mediaHref(src, named), width: shown, height: Math.round((height * shown) / width) };
}

/**
 * Returns the `src` value of an image in HTML and the attributes after it, without the last quote. `size` contains the editor's
 * size attributes.
 */
export function imageSource(
  { src, size }: { src: string; size: string },
  known: PictureSize | undefined,
  display: DisplaySize,
): string {
  if (!known) return `${src}${size}" data-alpha="`;
  if (isUnreadable(known)) return `${src}" hidden="`;
  const image = responsiveImage(src, known, display);
  const alpha = known.hasAlpha ? '" data-alpha="' : '';
  return `${image.src}" srcset="${image.srcSet}" sizes="${image.sizes}" width="${known.width}" height="${known.height}${alpha}`;
}
