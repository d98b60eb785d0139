import { createContext, use } from 'react';
import {
  type DisplaySize,
  type FindImageSize,
  imageAttributes,
  isUnreadableImage,
} from '../../src/content/resized-pictures.ts';

/** Finds the size of an image. Each lookup records that the page shows the image. */
export const ImageSizeContext = createContext<FindImageSize>(() => undefined);

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
  mark: { sizes: '48px', maxWidth: 160 },
} satisfies Record<string, DisplaySize>;

type Props = {
  src?: string;
  display: keyof typeof DISPLAY_SIZES;
  /** Empty if the text next to the image says the same. */
  alt?: string;
  className?: string;
  /** True for the first image of a page. */
  isFirst?: boolean;
};

/** Shows an image in a frame of fixed shape, so that loading it causes no layout shift. */
export function Picture({ src, display, alt = '', className = '', isFirst }: Props) {
  const file = src ? use(ImageSizeContext)(src) : undefined;
  if (!src || isUnreadableImage(file)) return null;
  return (
    <span className={`picture ${className}`.trim()}>
      <img {...imageAttributes(src, file, DISPLAY_SIZES[display], isFirst)} alt={alt} />
    </span>
  );
}
