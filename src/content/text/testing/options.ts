import type { RichTextOptions } from '../media-links.ts';

/** Options that keep all URLs. */
export const OPTIONS: RichTextOptions = {
  mediaHref: (url) => url,
  linkHref: (url) => url,
  mediaText: (kind, name) => `${kind}: ${name}`,
  imageText: '(picture)',
  tableLabel: 'Table',
};
