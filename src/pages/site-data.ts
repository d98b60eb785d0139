import type { Reader } from '../backend/content.ts';
import type { CommonRecord, Group } from '../backend/schemas.ts';
import type { Menu } from '../content/menu/menu.ts';

/** The backend's data that every page needs, in the page's language. */
export type SiteData = { menu: Menu; group: Group; intro?: CommonRecord };

/** The code of the common data that introduces the group. */
const INTRO = 'intro';

/** Menu, group and introduction: asked together, all needed. */
export async function readSiteData(reader: Reader): Promise<SiteData> {
  const [menu, group, [intro]] = await Promise.all([reader.menu(), reader.group(), reader.common(INTRO)]);
  return { menu, group, intro };
}
