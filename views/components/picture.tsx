import { createContext, use } from 'react';
import {
  DISPLAY_SIZES,
  type FindImageSize,
  imageAttributes,
  isUnreadableImage,
} from '../../src/content/resized-pictures.ts';

/** Finds the size of an image. Each lookup records that the page shows the image. */
export const ImageSizeContext = createContext<FindImageSize>(() => undefined);

type Props = {
  src?: string;
  display: keyof typeof DISPLAY_SIZES;
  /** Empty if the text next to the image says the same. */
  alt?: string;
  className?: string;
  /** True for the first image of a page. */
  isFirst?: boolean;
  /** Shows an empty frame if there is no image. */
  isFramed?: boolean;
};

/** Shows an image in a frame of fixed shape, so that loading it causes no layout shift. */
export function Picture({ src, display, alt = '', className = '', isFirst, isFramed }: Props) {
  const file = src ? use(ImageSizeContext)(src) : undefined;
  const isShown = src && !isUnreadableImage(file);
  if (!isShown && !isFramed) return null;
  return (
    <span className={`picture ${className}`.trim()}>
      {isShown && <img {...imageAttributes(src, file, DISPLAY_SIZES[display], isFirst)} alt={alt} />}
    </span>
  );
}

/** Returns whether a list has an image. Its other records then get an empty frame, so that all titles align. */
export function hasPicture(list: readonly { picUrl?: string }[]): boolean {
  const sizeOf = use(ImageSizeContext);
  return list.some(({ picUrl }) => picUrl && !isUnreadableImage(sizeOf(picUrl)));
}
