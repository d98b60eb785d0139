/** Widths to which images are resized, in pixels. Other widths return 404. */
export const WIDTHS = [160, 320, 480, 640, 960, 1280, 1920, 2560] as const;

/** Maximum width with Save-Data: charts stay readable in the column of a text. */
export const MAX_SAVER_WIDTH = 960;

/** Width of `src`, for browsers without `srcset`. */
const FALLBACK_WIDTH = 960;

/** `isUnchanged`: pages show the file itself, an animation that is not resized. */
export type ImageSize = { width: number; height: number; hasAlpha?: boolean; isUnchanged?: boolean };

/** Marks a file that browsers cannot show, such as HEIC. Pages omit the file. */
export const UNREADABLE_IMAGE: ImageSize = { width: 0, height: 0 };
export const isUnreadableImage = (size: ImageSize | undefined): boolean => size?.width === 0;

/** Finds an image's size by its URL under `/files`. An image without a size is not resized. */
export type FindImageSize = (src: string) => ImageSize | undefined;

/** Matches a file's URL: its token and name. */
export const FILE_HREF = /^\/files\/([\w-]+)\/([^/?#]+)$/u;

export const buildMediaHref = (src: string, width: number): string =>
  src.replace(FILE_HREF, `/media/$1/${width}/$2`);

/** `sizes` attribute of an image, and the maximum width that a high-density screen needs. */
export type DisplaySize = { sizes: string; maxWidth: number };

/**
 * Widths at which images are shown, because the browser chooses a file before it knows the layout. Checked by
 * `test/browser/pictures.test.ts`; an image in a taller frame is drawn wider than its frame.
 */
export const DISPLAY_SIZES = {
  /** The whole window, cropped at the sides if the window is tall. */
  screen: { sizes: 'max(100vw, min(100vh, 1216px))', maxWidth: 2560 },
  head: { sizes: '(min-width: 1024px) max(46vw, 700px), 100vw', maxWidth: 1920 },
  wide: { sizes: '(min-width: 1296px) 1200px, 92vw', maxWidth: 2560 },
  /** The column next to a table of contents. */
  column: { sizes: '(min-width: 1296px) 906px, (min-width: 1024px) 66vw, 92vw', maxWidth: 1920 },
  text: { sizes: '(min-width: 740px) 672px, 92vw', maxWidth: 1920 },
  half: { sizes: '(min-width: 1296px) 580px, (min-width: 768px) 45vw, 92vw', maxWidth: 1280 },
  /** The newest article next to the headlines. */
  news: { sizes: '(min-width: 1024px) 640px, 92vw', maxWidth: 1920 },
  card: { sizes: '(min-width: 1296px) 374px, (min-width: 768px) 45vw, 92vw', maxWidth: 960 },
  event: { sizes: '(min-width: 480px) 416px, 92vw', maxWidth: 960 },
  portrait: { sizes: '(min-width: 1296px) 272px, (min-width: 768px) 21vw, 42vw', maxWidth: 640 },
  item: { sizes: '(min-width: 640px) 240px, 154px', maxWidth: 640 },
  cover: { sizes: '104px', maxWidth: 320 },
} satisfies Record<string, DisplaySize>;

/** Returns the widths in which an image is offered, up to the first one that is wide enough. */
export function offeredWidths(width: number, maxWidth: number): number[] {
  const last = WIDTHS.findIndex((one) => one >= Math.min(width, maxWidth));
  return last < 0 ? [...WIDTHS] : WIDTHS.slice(0, last + 1);
}

type ImageSource = {
  src: string;
  srcSet?: string;
  sizes?: string;
  width?: number;
  height?: number;
  /** Marks an image that may be transparent and gets a light background in dark mode. */
  'data-alpha'?: string;
};

/** Builds `<img>` attributes except `alt`. The first image of a page is loaded immediately, all others lazily. */
export const imageAttributes = (
  src: string,
  file: ImageSize | undefined,
  display: DisplaySize,
  isFirst = false,
) => ({
  ...sourceAttributes(src, file, display),
  fetchPriority: isFirst ? ('high' as const) : undefined,
  loading: isFirst ? undefined : ('lazy' as const),
  decoding: 'async' as const,
});

function sourceAttributes(
  src: string,
  file: ImageSize | undefined,
  { sizes, maxWidth }: DisplaySize,
): ImageSource {
  if (!file) return { src, 'data-alpha': '' };
  const { width, height, hasAlpha, isUnchanged } = file;
  const facts = { width, height, 'data-alpha': hasAlpha ? '' : undefined };
  if (isUnchanged) return { src, ...facts };
  const widths = offeredWidths(width, maxWidth);
  const plain = widths.findLast((one) => one <= FALLBACK_WIDTH) ?? widths[0] ?? FALLBACK_WIDTH;
  const srcSet = widths.map((one) => `${buildMediaHref(src, one)} ${Math.min(one, width)}w`).join(', ');
  return { src: buildMediaHref(src, plain), srcSet, sizes, ...facts };
}

/** Social networks show an image of at least 1200 pixels across the whole card. */
const SOCIAL_IMAGE_WIDTH = 1280;

export function socialImage(src: string, { width, height }: ImageSize) {
  const named = offeredWidths(width, SOCIAL_IMAGE_WIDTH).at(-1) ?? SOCIAL_IMAGE_WIDTH;
  const actual = Math.min(named, width);
  const shown = Math.max(1, Math.round((height * actual) / width));
  return { href: buildMediaHref(src, named), width: actual, height: shown };
}
