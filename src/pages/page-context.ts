import type { TFunction } from 'i18next';
import type { Reader } from '../backend/content.ts';
import type { Texts } from '../i18n/set-up.ts';
import type { SiteData } from './site-data.ts';

export type PageContext = {
  reader: Reader;
  texts: Texts;
  t: TFunction;
  /** The site's origin. */
  siteUrl: string;
};

/** What a page with a layout is built with. */
export type SiteContext = PageContext & { siteData: SiteData };
