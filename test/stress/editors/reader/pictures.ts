import type { Picture } from './page.ts';

const SIZED = '[width], [style*=width]';

function nameOf(url: string): string {
  const { protocol, pathname } = new URL(url, location.href);
  return protocol === 'data:' ? 'data' : decodeURIComponent(pathname.split('/').at(-1) ?? '');
}

/** Returns a picture, or undefined if it is not loaded. */
export function readPicture(image: HTMLImageElement): Picture | undefined {
  if (image.naturalWidth === 0) return undefined;
  const { width } = image.getBoundingClientRect();
  const isSized = image.matches(SIZED) || image.closest('figure, span')?.matches('[style*=width]') === true;
  return {
    name: nameOf(image.currentSrc || image.src),
    width: Math.round(width),
    ...(isSized && { isSized }),
  };
}

/** Returns the name of a background picture. */
export function readBackground({ backgroundImage }: CSSStyleDeclaration): string | undefined {
  const url = /url\("(?!data:)([^"]+)"\)/u.exec(backgroundImage)?.[1];
  return url && nameOf(url);
}
