import type { Element, ElementContent } from 'hast';
import { FILM_NAME, SOUND_NAME } from '../asset-types.ts';
import { withScheme } from '../links.ts';
import { decodePart } from '../menu/slug.ts';
import { createElement, isElement } from './tags.ts';

type MediaKind = 'video' | 'audio' | 'frame';
export type RichTextOptions = {
  /** Returns the site's URL for an asset's URL, or undefined if it must not be shown. */
  assetHref: (url: string) => string | undefined;
  linkHref: (url: string) => string | undefined;
  /** Returns the text of the link that replaces a video, audio or frame. */
  mediaText: (kind: MediaKind, name: string) => string;
  /** Text that replaces a picture without `alt` that cannot be shown. */
  pictureText: string;
  /** Label of a scrolling table. */
  tableLabel: string;
};
type Report = (what: string) => void;

/** Characters that browsers ignore in URLs. */
const IGNORED = /\p{Cc}/gu;
const LINKABLE = /^(?:https?:|mailto:|tel:|(?![/\\]{2})[^:]*(?:[/?#]|$))/iu;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const firstText = (...values: unknown[]): string => values.map(textOf).find(Boolean) ?? '';

/** Returns the URL of a link, or undefined if its scheme is not allowed. */
export function linkable(given: unknown, { linkHref }: RichTextOptions): string | undefined {
  const url = textOf(given);
  const href = url && linkHref(withScheme(url));
  return href && LINKABLE.test(href) ? href : undefined;
}

const addressOf = ({ properties: { src, dataSrc, url, data } }: Element): string =>
  firstText(src, dataSrc, url, data);

export const isSource = (node: ElementContent): node is Element =>
  isElement(node) && (node.tagName === 'source' || node.tagName === 'embed');

/** Creates the link that replaces a video, an audio, a frame, or an unknown element that has a URL or contains a source. */
export function mediaLink(element: Element, options: RichTextOptions, report: Report): Element | undefined {
  const { tagName, properties, children } = element;
  const given = firstText(addressOf(element), ...children.filter(isSource).map(addressOf));
  const href = linkable(given, options) ?? '';
  if (!/^(?:https?:\/\/|\/(?![/\\]))/iu.test(href)) {
    if (given !== '' || tagName === 'iframe') report(`<${tagName}> ${given}`);
    return undefined;
  }
  const title = firstText(properties.title, properties.name, nameOf(href));
  return linkTo(href, options.mediaText(kindOf(tagName, pathOf(href)), title), { className: ['media'] });
}

const linkTo = (href: string, text: string, properties: Element['properties'] = {}): Element =>
  createElement('a', { ...properties, href }, [{ type: 'text', value: text.replace(IGNORED, '') }]);

const pathOf = (href: string): string => href.replace(/[?#].*$/su, '');

function kindOf(tag: string, path: string): MediaKind {
  if (tag === 'audio' || tag === 'mpvoice' || SOUND_NAME.test(path)) return 'audio';
  return tag === 'video' || tag === 'source' || FILM_NAME.test(path) ? 'video' : 'frame';
}

/** Returns the name of a file or the host of a page. */
function nameOf(href: string): string {
  const path = pathOf(href);
  const host = /^https?:\/\/([^/]+)/iu.exec(path)?.[1];
  const isFile = SOUND_NAME.test(path) || FILM_NAME.test(path);
  return host !== undefined && !isFile ? host : decodePart(path.slice(path.lastIndexOf('/') + 1));
}

/** Returns the links of an image map as a list. */
export function mapLinks({ children }: Element, options: RichTextOptions): Element[] {
  const items = children.filter(isElement).flatMap(({ tagName, properties: { href: given, alt, title } }) => {
    const href = tagName === 'area' && linkable(given, options);
    return href ? createElement('li', {}, [linkTo(href, firstText(alt, title, nameOf(href)))]) : [];
  });
  return items.length > 0 ? [createElement('ul', {}, items)] : [];
}

/** Creates a picture from the URL that pages load lazily, its own, or the last in `srcset`. Otherwise returns its text. */
export function picture({ properties }: Element, options: RichTextOptions, report: Report): ElementContent {
  const { dataSrc, dataOriginal, src, srcSet, alt, width, height } = properties;
  const candidates = String([srcSet].flat()).split(/,(?=\s|$)|,(?=\/|https?:)/u);
  const inSet = candidates.map((one) => one.trim().split(/\s/u, 1)[0]).reverse();
  const given = [dataSrc, dataOriginal, src, ...inSet].map(textOf).filter(Boolean);
  const href = given.map((url) => options.assetHref(withScheme(url))).find((url) => url !== undefined);
  if (href) {
    const size = isPixels(width) && isPixels(height) ? { width, height } : {};
    return createElement('img', { src: href, alt: textOf(alt), ...size });
  }
  report(`<img> ${given[0] ?? ''}`);
  const isPasted = given.some((url) => /^data:/iu.test(url));
  return { type: 'text', value: firstText(alt, isPasted && options.pictureText) };
}

const isPixels = (value: unknown): boolean => /^[1-9]\d{0,4}$/u.test(String(value));
