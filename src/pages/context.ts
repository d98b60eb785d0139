import type { TFunction } from 'i18next';
import type { Reader } from '../backend/reader.ts';
import type { CommonRecord, Group } from '../backend/schemas.ts';
import type { Menu } from '../content/menu.ts';
import type { Texts } from '../i18n/set-up.ts';

/** What every page needs of the backend, in the page's language. */
export type Ground = { menu: Menu; group: Group; intro?: CommonRecord };

/** What building a page needs: where to ask, in which words to speak, and the site's origin. */
export type PageContext = {
  reader: Reader;
  texts: Texts;
  t: TFunction;
  siteUrl: string;
};

/** The code of the common data that introduces the group. */
const INTRO = 'intro';

/** Menu, group and introduction: asked together, all needed. */
export async function readGround(reader: Reader): Promise<Ground> {
  const [menu, group, [intro]] = await Promise.all([reader.menu(), reader.group(), reader.common(INTRO)]);
  return { menu, group, intro };
}
