import type { Element } from 'hast';
import { FILM_NAME, SOUND_NAME } from '../asset-types.ts';
import { withScheme } from '../links.ts';
import { decodePart } from '../menu/slug.ts';
import { createElement, isElement, type Nodes } from './blocks.ts';

type MediaKind = 'video' | 'audio' | 'frame';
export type MediaOptions = {
  /** The site's address for an asset's URL; undefined if it must not be shown. */
  assetHref: (url: string) => string | undefined;
  linkHref: (url: string) => string | undefined;
  /** Text of the link that replaces a film, a sound or a frame. */
  mediaText: (kind: MediaKind, name: string) => string;
  /** Text instead of a picture without `alt` that cannot be shown. */
  pictureText: string;
};
type Report = (what: string) => void;

/** Characters that browsers ignore in addresses. */
const IGNORED = /\p{Cc}/gu;
const LINKABLE = /^(?:https?:|mailto:|tel:|(?![/\\]{2})[^:]*(?:[/?#]|$))/iu;

/** Address of a link; undefined if it has a scheme that is not allowed. */
export function linkable(given: string, { linkHref }: Pick<MediaOptions, 'linkHref'>): string | undefined {
  const href = linkHref(withScheme(given.replace(IGNORED, '').trim()))?.replace(IGNORED, '');
  return href !== undefined && LINKABLE.test(href) ? href : undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Address of the content of an element that is not a link. */
const ownAddress = ({ properties }: Element): string =>
  [properties.src, properties.dataSrc, properties.url, properties.data].map(textOf).find(Boolean) ?? '';

/** The address of an element, or of the first source in it. */
export const mediaAddress = (element: Element): string =>
  ownAddress(element) || (element.children.filter(isElement).map(ownAddress).find(Boolean) ?? '');

/** The link that a film, a sound, a frame or an unknown element with an address leaves. */
export function mediaLink(element: Element, options: MediaOptions, report: Report): Element | undefined {
  const { tagName, properties } = element;
  const given = mediaAddress(element);
  const href = linkable(given, options) ?? '';
  if (!/^(?:https?:\/\/|\/(?![/\\]))/iu.test(href)) {
    if (given !== '' || tagName === 'iframe') report(`<${tagName}> ${given}`);
    return undefined;
  }
  const path = href.replace(/[?#].*$/su, '');
  const title = textOf(properties.title) || textOf(properties.name) || nameOf(path);
  const text = options.mediaText(kindOf(tagName, path), title.replace(IGNORED, ''));
  return linkTo(href, text, { className: ['media'] });
}

const linkTo = (href: string, text: string, properties: Element['properties'] = {}): Element =>
  createElement('a', { ...properties, href, rel: ['noopener', 'noreferrer'] }, [
    { type: 'text', value: text },
  ]);

function kindOf(tag: string, path: string): MediaKind {
  if (tag === 'audio' || tag === 'mpvoice' || SOUND_NAME.test(path)) return 'audio';
  return tag === 'video' || tag === 'source' || FILM_NAME.test(path) ? 'video' : 'frame';
}

/** Name of a file, or host of a page. */
function nameOf(path: string): string {
  const host = /^https?:\/\/([^/]+)/iu.exec(path)?.[1];
  const isFile = SOUND_NAME.test(path) || FILM_NAME.test(path);
  return host !== undefined && !isFile ? host : decodePart(path.slice(path.lastIndexOf('/') + 1));
}

/** The links of an image map as a list. */
export function mapLinks({ children }: Element, options: MediaOptions): Nodes {
  const items = children.filter(isElement).flatMap(({ tagName, properties }) => {
    const href = tagName === 'area' ? linkable(textOf(properties.href), options) : undefined;
    if (!href) return [];
    const text = textOf(properties.alt) || textOf(properties.title) || nameOf(href);
    return [createElement('li', {}, [linkTo(href, text.replace(IGNORED, ''))])];
  });
  return items.length > 0 ? [createElement('ul', {}, items)] : [];
}

/** A picture by the address that pages load late, its own, or the last of `srcset`; otherwise its text. */
export function picture(
  { properties }: Element,
  id: string | undefined,
  { assetHref, pictureText }: MediaOptions,
  report: Report,
): Nodes {
  const { dataSrc, dataOriginal, src, srcSet, alt, width, height } = properties;
  const candidates = String([srcSet].flat())
    .split(/,(?=\s|$)|,(?=\/|https?:)/u)
    .map((one) => one.trim().split(/\s/u, 1)[0]);
  const given = [dataSrc, dataOriginal, src, ...candidates.reverse()].map(textOf).filter(Boolean);
  const href = given.map((url) => assetHref(withScheme(url))).find((url) => url !== undefined);
  if (href) {
    const size = isPixels(width) && isPixels(height) ? { width, height } : {};
    const own = { src: href, alt: textOf(alt), ...size, id, loading: 'lazy', decoding: 'async' };
    return [createElement('img', own)];
  }
  report(`<img> ${given[0] ?? ''}`);
  const text = textOf(alt) || (given.some((url) => /^data:/iu.test(url)) ? pictureText : '');
  return text ? [{ type: 'text', value: text }] : [];
}

const isPixels = (value: unknown): boolean => /^[1-9]\d{0,4}$/u.test(String(value));
