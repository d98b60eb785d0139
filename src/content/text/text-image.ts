import { defaultTreeAdapter, serialize, serializeOuter, html as standard } from 'parse5';
import {
  type DisplaySize,
  type ImageSize,
  imageAttributes,
  isUnreadableImage,
  narrowDisplay,
} from '../resized-pictures.ts';

/**
 * Image in a text. `width` and `height` are its attributes, mostly the size of the file; the other sizes are the editor's. `fallback`
 * is the text of an image without `alt` that browsers cannot show.
 */
export type TextImage = {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  shownWidth?: number;
  shownHeight?: number;
  maxWidth?: number;
  isInline?: boolean;
  fallback?: string;
};

type Options = { known: ImageSize | undefined; display: DisplaySize; isFirst?: boolean };

/** Builds the HTML of an image in the size that the editor chose, or its text if browsers cannot show it. */
export function buildTextImage(image: TextImage, { known, display, isFirst = false }: Options): string {
  const { src, alt, isInline, fallback = '' } = image;
  if (isUnreadableImage(known)) return serializeText(alt || fallback);
  const size = shownSize(image, known ?? image);
  const attributes = {
    ...imageAttributes(src, known, narrowDisplay(display, size.width)),
    ...size,
    alt,
    class: isInline ? 'inline' : undefined,
    ...(isFirst ? { fetchpriority: 'high' } : { loading: 'lazy' }),
    decoding: 'async',
  };
  const pairs = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : { name: name.toLowerCase(), value: `${value}` },
  );
  return serializeOuter(defaultTreeAdapter.createElement('img', standard.NS.HTML, pairs));
}

/** Returns text as HTML. */
export function serializeText(text: string): string {
  const fragment = defaultTreeAdapter.createDocumentFragment();
  defaultTreeAdapter.insertText(fragment, text);
  return serialize(fragment);
}

type Size = { width?: number; height?: number };

/** Returns the size in which an image is shown in a column without limits. */
function shownSize({ shownWidth, shownHeight, maxWidth = Infinity }: TextImage, file: Size): Size {
  const ratio = file.width && file.height ? file.height / file.width : undefined;
  const wanted = shownWidth ?? (ratio && shownHeight ? shownHeight / ratio : file.width);
  if (!wanted) return {};
  const width = Math.max(1, Math.round(Math.min(wanted, maxWidth)));
  return { width, height: ratio && Math.max(1, Math.round(width * ratio)) };
}
