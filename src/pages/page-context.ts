import type { TFunction } from 'i18next';
import type { Reader } from '../backend/reader.ts';
import type { Texts } from '../i18n/set-up.ts';

/** What building a page needs: where to ask, in which words to speak, and the site's origin. */
export type PageContext = {
  reader: Reader;
  texts: Texts;
  t: TFunction;
  siteUrl: string;
};
