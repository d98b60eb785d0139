import { applicationSlugs } from '../content/menu/sections.ts';

/** Matches the form anywhere in the menu. Next to a sibling with the same slug its path ends in the id. */
const FORM = `{/*}?/(${applicationSlugs.join('|')}){-*}?`;

/** Paths that are not pages, or differ for each visitor. */
const NO_PAGES = [FORM, '{/en}?/search', '/files/*', '/media/*', '/*.xml'];

/** A link with this parameter changes the language cookie. */
const SWITCH = '/*\\?*lang=*';

/** Links to a section of the current page. */
const SAME_PAGE = { href_matches: '?*go=*', relative_to: 'document' };

/**
 * Returns speculation rules as JSON: browsers may prefetch pages of this site on hover. A path without query matches every query.
 */
export function speculationRules(): string {
  const others = [...NO_PAGES, SWITCH].map((pattern) => ({ not: { href_matches: pattern } }));
  const where = { and: [{ href_matches: '/*' }, ...others, { not: SAME_PAGE }] };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}
