/** Widths that pictures are resized to, in pixels; requests for other widths are refused. */
export const WIDTHS = [160, 320, 480, 640, 960, 1280, 1920, 2560] as const;

/** What `src` of a picture names, for browsers that know no `srcset`. */
const PLAIN_WIDTH = 960;

/** Size of a picture in pixels. */
export type PictureSize = { width: number; height: number };

/** The pictures of a page by their addresses under `/files`; of those that are missing browsers get the address alone. */
export type Pictures = Readonly<Record<string, PictureSize>>;

const FILE = /^\/files\/([\w-]+)\/([^/?#]+)$/u;

/** The addresses of a picture by their widths. */
function mediaHrefs(src: string): (width: number) => string {
  const [, token, name] = FILE.exec(src) ?? [];
  return (width) => (token === undefined ? src : `/media/${token}/${width}/${name}`);
}

export const mediaHref = (src: string, width: number): string => mediaHrefs(src)(width);

/** How wide a picture is shown, and the most pixels that a fine screen shows of it there. */
export type Shown = { sizes: string; most: number };

/** The widths that a picture of a given width is offered in: the first that is not narrower is the last. */
export function widthsFor(width: number, most: number): number[] {
  const last = WIDTHS.findIndex((one) => one >= Math.min(width, most));
  return last < 0 ? [...WIDTHS] : WIDTHS.slice(0, last + 1);
}

/** What `<img>` says of a picture that is resized: any browser finds a fitting one. */
export function resized(src: string, { width, height }: PictureSize, { sizes, most }: Shown) {
  const widths = widthsFor(width, most);
  const plain = widths.findLast((one) => one <= PLAIN_WIDTH) ?? widths[0] ?? PLAIN_WIDTH;
  const hrefAt = mediaHrefs(src);
  return {
    src: hrefAt(plain),
    srcSet: widths.map((one) => `${hrefAt(one)} ${Math.min(one, width)}w`).join(', '),
    sizes,
    width,
    height,
  };
}

/** Social networks show a picture over the whole width of a card from 1200 pixels on. */
const SHARED_WIDTH = 1280;

/** A picture in the size in which other sites get it. */
export function sharedPicture(src: string, { width, height }: PictureSize) {
  const named = widthsFor(width, SHARED_WIDTH).at(-1) ?? SHARED_WIDTH;
  const shown = Math.min(named, width);
  return { href: mediaHref(src, named), width: shown, height: Math.round((height * shown) / width) };
}

const IMAGE = /<img src="(\/files\/[\w-]+\/[^"<]+)"([^<>]*)>/gu;
const SIZE = / (?:width|height)="\d*"/gu;

/** Cleaned HTML whose pictures are resized ones; `shown` says how wide. */
export const responsiveImages = (html: string, pictures: Pictures, shown: Shown): string =>
  html.replace(IMAGE, (image, src: string, rest: string) => {
    const facts = pictures[src];
    if (!facts) return image;
    const { src: plain, srcSet, sizes, width, height } = resized(src, facts, shown);
    const size = `width="${width}" height="${height}"`;
    return `<img src="${plain}" srcset="${srcSet}" sizes="${sizes}" ${size}${rest.replace(SIZE, '')}>`;
  });
