import { applicationSlugs } from '../content/menu/sections.ts';

/** The form, whatever its menu item's place; after a sibling of the same name its path ends in the item's id. */
const FORM = `{/*}?/(${applicationSlugs.join('|')}){-*}?`;

/** What is no page, or is another one for each visitor. */
const NO_PAGES = [FORM, '{/en}?/search', '/files/*', '/media/*', '/*.xml'];

/** A link with it changes the cookie of the language. */
const SWITCH = '/*\\?*lang=*';

/** A section of the page that is there already. */
const SAME_PAGE = { href_matches: '?*go=*', relative_to: 'document' };

/**
 * What a browser may prefetch (Speculation Rules, JSON): a page of this site, when its link is pointed at for a moment. A path
 * alone matches every query.
 */
export function speculationRules(): string {
  const others = [...NO_PAGES, SWITCH].map((pattern) => ({ not: { href_matches: pattern } }));
  const where = { and: [{ href_matches: '/*' }, ...others, { not: SAME_PAGE }] };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}
