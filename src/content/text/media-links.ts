import type { Element, ElementContent } from 'hast';
import { completeLink } from '../links.ts';
import { AUDIO_FILE_NAME, VIDEO_FILE_NAME } from '../media-formats.ts';
import { decodePart, encodePart } from '../urls.ts';
import { createElement, createText, isElement } from './elements.ts';
import {
  AUDIO_TAG,
  CARD_NAMES,
  CARD_TAG,
  FRAME_URLS,
  ID_URLS,
  MEDIA_ATTRIBUTES,
  PLACE_NAMES,
  VIDEO_TAG,
} from './source/editors.ts';

type MediaKind = 'video' | 'audio' | 'frame';
export type RichTextOptions = {
  /** Returns the site's URL for a media URL, or undefined if it must not be shown. */
  mediaHref: (url: string) => string | undefined;
  linkHref: (url: string) => string | undefined;
  /** Returns the link text that replaces a video, audio or frame. */
  mediaText: (kind: MediaKind, name: string) => string;
  /** Text that replaces an image that cannot be shown and has no `alt`. */
  imageText: string;
  /** Label of a scrolling table. */
  tableLabel: string;
};
export type ReportingOptions = RichTextOptions & { report: (what: string) => void };

const LINK_URL = /^(?:https?:|mailto:|tel:|(?![/\\]{2})[^:]*(?:[/?#]|$))/iu;
const MEDIA_URL = /^(?:https?:\/\/|\/(?![/\\]))/iu;
export const readAttributes = ({ properties }: Element, ...names: string[]): string[] =>
  names.map((name) => String(properties[name] ?? '').trim()).filter(Boolean);

/** Returns a link's URL, or an empty string if its scheme is not allowed. */
function toLinkHref(url: string, { linkHref }: RichTextOptions): string {
  const href = (url && linkHref(completeLink(url))) || '';
  // The schema compares schemes in lower case.
  return LINK_URL.test(href) ? href.replace(/^[a-z]+:/iu, (scheme) => scheme.toLowerCase()) : '';
}

/** Returns a link with the site's URL, or a span if its URL is not allowed. */
export function convertLink(link: Element, options: ReportingOptions): Element {
  const [url = ''] = readAttributes(link, 'href');
  const href = toLinkHref(url, options);
  if (url && !href) options.report(`link ${url}`);
  return { ...link, tagName: href ? 'a' : 'span', properties: { ...link.properties, href } };
}

/** Returns whether a node names a source of the media around it. */
export const isSource = (node: ElementContent): node is Element => isElement(node, 'source', 'embed');

/** Returns the URLs of media, best first. */
function readMediaUrls(media: Element): string[] {
  const byId = Object.entries(ID_URLS).flatMap(([name, start]) =>
    readAttributes(media, name).map((id) => start + encodePart(id)),
  );
  const written = [media, ...media.children.filter(isSource)].flatMap((one) =>
    readAttributes(one, ...MEDIA_ATTRIBUTES),
  );
  const urls = written.map((url) =>
    FRAME_URLS.reduce((result, [frame, page]) => result.replace(frame, page), url),
  );
  return [...byId, ...urls];
}

/** Returns the link for a video, an audio, a frame, or an unknown element with a URL; the name of a card without one. */
export function createMediaLink(media: Element, options: ReportingOptions): Element[] {
  const urls = readMediaUrls(media);
  const names = readAttributes(media, ...CARD_NAMES);
  const href = toLinkHref(urls.find((url) => MEDIA_URL.test(completeLink(url))) ?? '', options);
  if (MEDIA_URL.test(href)) {
    const { kind, name } = describeMedia(href, media.tagName);
    const text = createText(options.mediaText(kind, names[0] ?? name));
    return [createElement('p', {}, [createElement('a', { class: 'media', href }, [text])])];
  }
  const isCard = CARD_TAG.test(media.tagName);
  const cardName = names[0] ?? readAttributes(media, ...PLACE_NAMES).join(' ');
  if (isCard && cardName) return [createElement('p', {}, [createText(cardName)])];
  if (urls.length > 0 || isCard || media.tagName === 'iframe')
    options.report(`<${media.tagName}> ${urls[0] ?? ''}`);
  return [];
}

/** Returns the kind of media at a URL, and the file name or the page's host. */
function describeMedia(href: string, tag: string): { kind: MediaKind; name: string } {
  const path = href.replace(/[?#].*$/su, '');
  const isAudio = AUDIO_FILE_NAME.test(path);
  const isVideo = VIDEO_FILE_NAME.test(path);
  const host = !isAudio && !isVideo && /^https?:\/\/([^/]+)/iu.exec(path)?.[1];
  // `plain-text.ts` separates texts with U+0000.
  const name = host || decodePart(path.slice(path.lastIndexOf('/') + 1)).replace(/\p{Cc}/gu, '');
  if (isAudio || AUDIO_TAG.test(tag)) return { kind: 'audio', name };
  return { kind: isVideo || VIDEO_TAG.test(tag) ? 'video' : 'frame', name };
}
