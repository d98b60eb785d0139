import type { TFunction } from 'i18next';
import type { Reader } from '../backend/content.ts';
import type { Texts } from '../i18n/set-up.ts';

/** The reader, the texts and the site's origin that a page is built with. */
export type PageContext = {
  reader: Reader;
  texts: Texts;
  t: TFunction;
  siteUrl: string;
};
