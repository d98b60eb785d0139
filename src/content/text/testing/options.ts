import type { RichTextOptions } from '../media-links.ts';
import { type Html, serializeTag, type TextImage } from '../serialize.ts';

/** Options that keep all URLs. */
export const OPTIONS: RichTextOptions = {
  mediaHref: (url) => url,
  linkHref: (url) => url,
  mediaText: (kind, name) => `${kind}: ${name}`,
  imageText: '(picture)',
  tableLabel: 'Table',
};

export const imagesOf = (html: Html): TextImage[] =>
  html.flatMap((part) => {
    if (typeof part === 'string') return [];
    return part.kind === 'image' ? part : imagesOf(part.content);
  });

/** Joins the parts of a text, with the levels of the source and without the names of anchors. */
export const joinParts = (html: Html, showImage = ({ src }: TextImage): string => `[${src}]`): string =>
  html
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'image') return showImage(part);
      const tag = `h${part.level}`;
      return `${serializeTag(tag, part.attributes)}${joinParts(part.content, showImage)}</${tag}>`;
    })
    .join('')
    .replace(/ data-anchor="[^"]*"/gu, '');
