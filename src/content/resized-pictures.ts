/** Widths to which images are resized, in pixels. Other widths return 404. */
export const WIDTHS = [160, 320, 480, 640, 960, 1280, 1920, 2560] as const;

/** Width of `src`, for browsers without `srcset`. */
const FALLBACK_WIDTH = 960;

/** `isUnchanged`: pages show the file itself, an animation that is not resized. */
export type ImageSize = { width: number; height: number; hasAlpha?: boolean; isUnchanged?: boolean };

/** Marks a file that browsers cannot show, such as HEIC. Pages omit the file. */
export const UNREADABLE_IMAGE: ImageSize = { width: 0, height: 0 };
export const isUnreadableImage = (size: ImageSize | undefined): boolean => size?.width === 0;

/** Finds the size of an image by its URL under `/files`. An image without a size is not resized. */
export type FindImageSize = (src: string) => ImageSize | undefined;

const FILE_PATH = /^\/files\/([\w-]+)\/([^/?#]+)$/u;

export function buildMediaHref(src: string, width: number): string {
  const [, token, name] = FILE_PATH.exec(src) ?? [];
  return token === undefined ? src : `/media/${token}/${width}/${name}`;
}

/** `sizes` attribute of an image, and the maximum width that a high-density screen needs. */
export type DisplaySize = { sizes: string; maxWidth: number };

/** Width of the column of text. */
export const TEXT_WIDTH = 672;
/** Share of a narrow window that the column fills. */
const COLUMN_SHARE = 0.92;
const MAX_DENSITY = 3;

/** Returns the display size of an image that is narrower than the column. */
export function narrowDisplay(column: DisplaySize, width = TEXT_WIDTH): DisplaySize {
  if (width >= TEXT_WIDTH) return column;
  const minWindow = Math.ceil(width / COLUMN_SHARE);
  const sizes = `(min-width: ${minWindow}px) ${width}px, ${100 * COLUMN_SHARE}vw`;
  return { sizes, maxWidth: Math.min(column.maxWidth, width * MAX_DENSITY) };
}

/** Returns the widths in which an image is offered, up to the first one that is wide enough. */
export function offeredWidths(width: number, maxWidth: number): number[] {
  const last = WIDTHS.findIndex((one) => one >= Math.min(width, maxWidth));
  return last < 0 ? [...WIDTHS] : WIDTHS.slice(0, last + 1);
}

/**
 * Builds the attributes of an `<img>`. `data-alpha` marks an image that may be transparent and gets a light background in dark
 * mode.
 */
export function imageAttributes(src: string, known: ImageSize | undefined, { sizes, maxWidth }: DisplaySize) {
  if (!known) return { src, 'data-alpha': '' };
  const { width, height, hasAlpha, isUnchanged } = known;
  const alpha = hasAlpha ? '' : undefined;
  if (isUnchanged) return { src, width, height, 'data-alpha': alpha };
  const widths = offeredWidths(width, maxWidth);
  const plain = widths.findLast((one) => one <= FALLBACK_WIDTH) ?? widths[0] ?? FALLBACK_WIDTH;
  return {
    src: buildMediaHref(src, plain),
    srcSet: widths.map((one) => `${buildMediaHref(src, one)} ${Math.min(one, width)}w`).join(', '),
    sizes,
    width,
    height,
    'data-alpha': alpha,
  };
}

/** Social networks show an image of at least 1200 pixels across the whole card. */
const SOCIAL_IMAGE_WIDTH = 1280;

/** Returns the URL and size of an image for social networks. */
export function socialImage(src: string, { width, height }: ImageSize) {
  const named = offeredWidths(width, SOCIAL_IMAGE_WIDTH).at(-1) ?? SOCIAL_IMAGE_WIDTH;
  const shown = Math.min(named, width);
  return { href: buildMediaHref(src, named), width: shown, height: Math.round((height * shown) / width) };
}
