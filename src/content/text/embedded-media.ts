import type sanitizeHtml from 'sanitize-html';
import { FILM_NAME, SOUND_NAME } from '../asset-types.ts';
import { withScheme } from '../links.ts';
import { decodePart } from '../menu/slug.ts';
import { reportRemovedMarkup } from './removed-markup.ts';

type MediaKind = 'video' | 'audio' | 'frame';
export type MediaOptions = {
  linkHref: (url: string) => string | undefined;
  /** Text of the link that replaces a film, a sound or a frame. */
  mediaText: (kind: MediaKind, name: string) => string;
};

/** Tags that cleaned HTML has until `linkMedia` replaces them. An iframe becomes an `embed`. */
export const MEDIA_TAGS = ['video', 'audio', 'object', 'embed', 'source'];

/** An element whose only content is fallback text. */
const WITH_FALLBACK =
  /<(video|audio|object)\b([^<>]*)>([^<]*(?:<\/?(?:source|embed)\b[^<>]*>[^<]*)*)<\/\1>/gu;
const SINGLE = /<(?:video|audio|object|embed|source)\b([^<>]*)>/gu;
const CLOSING = /<\/(?:video|audio|object|embed|source)>/gu;

/** Transformer that stores the address of a film, sound or frame and the text of its link. */
export const mediaTransformer =
  ({ linkHref, mediaText }: MediaOptions): sanitizeHtml.Transformer =>
  (tag, { src, data, title }): sanitizeHtml.Tag => {
    const given = (src ?? data ?? '').trim();
    const href = linkHref(withScheme(given)) ?? '';
    const isLink = /^(?:https?:\/\/|\/(?![/\\]))/iu.test(href);
    if (!isLink && (given !== '' || tag === 'iframe')) reportRemovedMarkup(`<${tag}> ${given}`);
    const tagName = tag === 'iframe' ? 'embed' : tag;
    if (!isLink) return { tagName, attribs: {} };
    const path = href.replace(/[?#].*$/su, '');
    const text = mediaText(kindOf(tag, path), title?.trim() || nameOf(path));
    return { tagName, attribs: { src: href, title: text } };
  };

function kindOf(tag: string, path: string): MediaKind {
  if (tag === 'audio' || SOUND_NAME.test(path)) return 'audio';
  return tag === 'video' || tag === 'source' || FILM_NAME.test(path) ? 'video' : 'frame';
}

/** Name of a file, or host of a page. */
function nameOf(path: string): string {
  const host = /^https?:\/\/([^/]+)/iu.exec(path)?.[1];
  const isFile = SOUND_NAME.test(path) || FILM_NAME.test(path);
  return host !== undefined && !isFile ? host : decodePart(path.slice(path.lastIndexOf('/') + 1));
}

/** Replaces films, sounds and frames of cleaned HTML with links to them. */
export const linkMedia = (html: string): string =>
  html
    .replace(WITH_FALLBACK, (_all, _tag, own: string, inner: string) => linkOf(own + inner))
    .replace(SINGLE, (_all, attributes: string) => linkOf(attributes))
    .replace(CLOSING, '');

function linkOf(attributes: string): string {
  const [, href, text] = / src="([^"]*)" title="([^"]*)"/u.exec(attributes) ?? [];
  return href === undefined ? '' : `<a class="media" href="${href}" rel="noopener noreferrer">${text}</a>`;
}
