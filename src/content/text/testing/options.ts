import type { RichTextOptions } from '../media-links.ts';
import type { Html, TextImage } from '../serialize.ts';

/** Options that keep all URLs. */
export const OPTIONS: RichTextOptions = {
  mediaHref: (url) => url,
  linkHref: (url) => url,
  mediaText: (kind, name) => `${kind}: ${name}`,
  imageText: '(picture)',
  tableLabel: 'Table',
};

const isImage = (part: string | TextImage): part is TextImage => typeof part !== 'string';
export const imagesOf = (html: Html): TextImage[] => html.filter(isImage);

/** Joins the parts of a text, without the names of anchors. */
export const joinParts = (html: Html, showImage = ({ src }: TextImage): string => `[${src}]`): string =>
  html
    .map((part) => (isImage(part) ? showImage(part) : part))
    .join('')
    .replace(/ data-anchor="[^"]*"/gu, '');
