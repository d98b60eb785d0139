import type { Element, ElementContent, Properties } from 'hast';
import { FILM_NAME, SOUND_NAME } from '../asset-types.ts';
import { withScheme } from '../links.ts';
import { decodePart } from '../menu/slug.ts';
import { createElement } from './elements.ts';
import type { Attributes } from './styles.ts';

type MediaKind = 'video' | 'audio' | 'frame';
export type RichTextOptions = {
  /** Returns the site's URL for an asset's URL, or undefined if it must not be shown. */
  assetHref: (url: string) => string | undefined;
  linkHref: (url: string) => string | undefined;
  /** Returns the text of the link that replaces a video, audio or frame. */
  mediaText: (kind: MediaKind, name: string) => string;
  /** Text that replaces an image that cannot be shown and has no `alt`. */
  pictureText: string;
  /** Label of a scrolling table. */
  tableLabel: string;
};

/** Characters that browsers ignore in URLs. */
const IGNORED = /\p{Cc}/gu;
const LINKABLE = /^(?:https?:|mailto:|tel:|(?![/\\]{2})[^:]*(?:[/?#]|$))/iu;
const LOADABLE = /^(?:https?:\/\/|\/(?![/\\]))/iu;

const firstOf = (...values: (string | undefined)[]): string =>
  values.map((value = '') => value.trim()).find(Boolean) ?? '';

/** Returns the URL of a link, or undefined if its scheme is not allowed. */
export function linkable(given: string | undefined, { linkHref }: RichTextOptions): string | undefined {
  const url = firstOf(given);
  const href = url && linkHref(withScheme(url));
  return href && LINKABLE.test(href) ? href : undefined;
}

export const mediaUrl = ({ src, 'data-src': dataSrc, url, data }: Attributes): string =>
  firstOf(src, dataSrc, url, data);

/** Creates the link that replaces a video, an audio, a frame, or an unknown element with a URL. */
export function mediaLink(tag: string, url: string, { title, name }: Attributes, options: RichTextOptions) {
  const href = linkable(url, options) ?? '';
  if (!LOADABLE.test(href)) return undefined;
  const text = options.mediaText(kindOf(tag, pathOf(href)), firstOf(title, name, nameOf(href)));
  return createLink(href, text, { class: 'media' });
}

/** Creates the link of an area of an image map. */
export function areaLink({ href: url = '', alt, title }: Attributes, options: RichTextOptions) {
  const href = linkable(url, options);
  return href && createLink(href, firstOf(alt, title, nameOf(href)));
}

const createLink = (href: string, text: string, properties?: Properties): Element =>
  createElement('a', { ...properties, href }, [{ type: 'text', value: text.replace(IGNORED, '') }]);

const pathOf = (href: string): string => href.replace(/[?#].*$/su, '');

function kindOf(tag: string, path: string): MediaKind {
  if (tag === 'audio' || tag === 'mpvoice' || SOUND_NAME.test(path)) return 'audio';
  return tag === 'video' || tag === 'source' || FILM_NAME.test(path) ? 'video' : 'frame';
}

/** Returns the host of a page, or the name of a file. */
function nameOf(href: string): string {
  const path = pathOf(href);
  const host = /^https?:\/\/([^/]+)/iu.exec(path)?.[1];
  const isFile = SOUND_NAME.test(path) || FILM_NAME.test(path);
  return host !== undefined && !isFile ? host : decodePart(path.slice(path.lastIndexOf('/') + 1));
}

/**
 * Creates an image from its first allowed URL: the lazily loaded one, `src`, or the last in `srcset`. If it has none, returns its
 * text.
 */
export function picture(
  { 'data-src': dataSrc, 'data-original': original, src, srcset = '', alt, width, height }: Attributes,
  options: RichTextOptions,
  report: (what: string) => void,
): ElementContent | undefined {
  const inSet = srcset.split(/,(?=\s|$)|,(?=\/|https?:)/u).map((one) => one.trim().split(/\s/u, 1)[0]);
  const given = [dataSrc, original, src, ...inSet.reverse()].map((url) => firstOf(url)).filter(Boolean);
  const href = given.map((url) => options.assetHref(withScheme(url))).find((url) => url !== undefined);
  const size = isPixels(width) && isPixels(height) ? { width, height } : {};
  if (href) return createElement('img', { src: href, alt: firstOf(alt), ...size });
  report(`<img> ${given[0] ?? ''}`);
  const value = firstOf(alt, given.some((url) => /^data:/iu.test(url)) ? options.pictureText : '');
  return value === '' ? undefined : { type: 'text', value };
}

const isPixels = (value = ''): boolean => /^[1-9]\d{0,4}$/u.test(value);
