import { cleanHtml } from '../../src/content/text/rich-text.ts';
import type { Words } from './words.ts';

const FILE = /^\/files\//u;

/** As the backend's client cleans what editors wrote. */
export const cleaned = (words: Words, html: string): string =>
  cleanHtml(html, {
    assetHref: (url) => (FILE.test(url) ? url : undefined),
    linkHref: (url) => url,
    mediaText: (_kind, name) => name,
    pictureText: words.texts.picture,
    tableLabel: words.texts.table,
  });
