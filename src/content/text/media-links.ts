import type { Element, ElementContent, Properties } from 'hast';
import { AUDIO_FILE_NAME, VIDEO_FILE_NAME } from '../asset-types.ts';
import { addScheme } from '../links.ts';
import { decodePart } from '../menu/slug.ts';
import { createElement, isMediaSource, readAttributes } from './elements.ts';
import type { SourceElement } from './parse-html.ts';
import type { Attributes } from './styles.ts';

type MediaKind = 'video' | 'audio' | 'frame';
export type RichTextOptions = {
  /** Returns the site's URL for an asset's URL, or undefined if it must not be shown. */
  assetHref: (url: string) => string | undefined;
  linkHref: (url: string) => string | undefined;
  /** Returns the text of the link that replaces a video, audio or frame. */
  mediaText: (kind: MediaKind, name: string) => string;
  /** Text that replaces an image that cannot be shown and has no `alt`. */
  imageText: string;
  /** Label of a scrolling table. */
  tableLabel: string;
};

/** Characters that browsers ignore in URLs. */
const IGNORED_CHARACTERS = /\p{Cc}/gu;
const LINK_URL = /^(?:https?:|mailto:|tel:|(?![/\\]{2})[^:]*(?:[/?#]|$))/iu;
const MEDIA_URL = /^(?:https?:\/\/|\/(?![/\\]))/iu;

const firstNonEmpty = (...values: (string | undefined)[]): string =>
  values.map((value = '') => value.trim()).find(Boolean) ?? '';

/** Returns the URL of a link, or undefined if its scheme is not allowed. */
export function toLinkHref(given: string | undefined, { linkHref }: RichTextOptions): string | undefined {
  const url = firstNonEmpty(given);
  const href = url && linkHref(addScheme(url));
  // The schema compares schemes in lower case.
  return href && LINK_URL.test(href)
    ? href.replace(/^[a-z]+:/iu, (scheme) => scheme.toLowerCase())
    : undefined;
}

/** WeChat's editor names a recording only by its id. */
const WECHAT_VOICE = 'https://res.wx.qq.com/voice/getvoice?mediaid=';
/** URL attributes of media: of WeChat, its channels, CKEditor and `<object>`. */
const MEDIA_ATTRIBUTES = ['data-src', 'src', 'data-url', 'url', 'data'];

/** Returns the URL of an element or of its `<source>` elements: the first that works outside the editor, if there is one. */
export function findMediaUrl(node: SourceElement): string {
  const elements = [node, ...node.childNodes.filter(isMediaSource)].map(readAttributes);
  const voice = elements[0]?.voice_encode_fileid;
  if (voice) return WECHAT_VOICE + encodeURIComponent(voice);
  const urls = elements.flatMap((attributes) =>
    MEDIA_ATTRIBUTES.map((name) => firstNonEmpty(attributes[name])),
  );
  return urls.find((url) => MEDIA_URL.test(addScheme(url))) ?? firstNonEmpty(...urls);
}

/** Creates the link that replaces a video, an audio, a frame, or an unknown element with a URL. */
export function createMediaLink(
  tag: string,
  url: string,
  { title, name }: Attributes,
  options: RichTextOptions,
) {
  const href = toLinkHref(url, options) ?? '';
  if (!MEDIA_URL.test(href)) return undefined;
  const text = options.mediaText(
    detectMediaKind(tag, removeQuery(href)),
    firstNonEmpty(title, name, hostOrFileName(href)),
  );
  return createLink(href, text, { class: 'media' });
}

/** Creates the link of an area of an image map. */
export function createAreaLink({ href: url = '', alt, title }: Attributes, options: RichTextOptions) {
  const href = toLinkHref(url, options);
  return href && createLink(href, firstNonEmpty(alt, title, hostOrFileName(href)));
}

const createLink = (href: string, text: string, properties?: Properties): Element =>
  createElement('a', { ...properties, href }, [
    { type: 'text', value: text.replace(IGNORED_CHARACTERS, '') },
  ]);

const removeQuery = (href: string): string => href.replace(/[?#].*$/su, '');

function detectMediaKind(tag: string, path: string): MediaKind {
  if (tag === 'audio' || tag === 'mpvoice' || AUDIO_FILE_NAME.test(path)) return 'audio';
  return tag === 'video' || tag === 'source' || VIDEO_FILE_NAME.test(path) ? 'video' : 'frame';
}

/** Returns the host of a page, or the name of a file. */
function hostOrFileName(href: string): string {
  const path = removeQuery(href);
  const host = /^https?:\/\/([^/]+)/iu.exec(path)?.[1];
  const isFile = AUDIO_FILE_NAME.test(path) || VIDEO_FILE_NAME.test(path);
  return host !== undefined && !isFile ? host : decodePart(path.slice(path.lastIndexOf('/') + 1));
}

/** Attributes of lazily loaded images: of WeChat, jQuery, WordPress, Zhihu and UEditor. */
const LAZY_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc', '_src'];

/** Maximum number of candidates of a `srcset` that are read. */
const MAX_CANDIDATES = 20;

/**
 * Creates an image from its first allowed URL: the lazily loaded one, `src`, or the last in `srcset`. If it has none, returns its
 * text.
 */
export function createImage(
  attributes: Attributes,
  options: RichTextOptions,
  report: (what: string) => void,
): ElementContent | undefined {
  const { src, srcset, alt, width, height } = attributes;
  const set = firstNonEmpty(srcset, attributes['data-srcset']);
  const inSet = set
    .split(/,(?=\s|$)|,(?=\/|https?:)/u, MAX_CANDIDATES)
    .map((one) => one.trim().split(/\s/u, 1)[0]);
  const given = [...LAZY_SOURCES.map((name) => attributes[name]), src, ...inSet.reverse()]
    .map((url) => firstNonEmpty(url))
    .filter(Boolean);
  let href: string | undefined;
  for (const url of given) href ??= options.assetHref(addScheme(url));
  const size = isPixels(width) && isPixels(height) ? { width, height } : {};
  if (href) return createElement('img', { src: href, alt: firstNonEmpty(alt), ...size });
  report(`<img> ${given[0] ?? ''}`);
  const value = firstNonEmpty(alt, given.some((url) => /^data:/iu.test(url)) ? options.imageText : '');
  return value === '' ? undefined : { type: 'text', value };
}

const isPixels = (value = ''): boolean => /^[1-9]\d{0,4}$/u.test(value);
