import { applicationSlugs } from '../content/menu/sections.ts';

/** The form at any place of the menu; next to a sibling with the same slug its path ends in the id. */
const FORM = `{/*}?/(${applicationSlugs.join('|')}){-*}?`;

/** Not pages, or different for each visitor. */
const NO_PAGES = [FORM, '{/en}?/search', '/files/*', '/media/*', '/*.xml'];

/** Such a link changes the language cookie. */
const SWITCH = '/*\\?*lang=*';

/** A section of the current page. */
const SAME_PAGE = { href_matches: '?*go=*', relative_to: 'document' };

/** Speculation rules as JSON: browsers may prefetch pages of this site on hover. A path without query matches every query. */
export function speculationRules(): string {
  const others = [...NO_PAGES, SWITCH].map((pattern) => ({ not: { href_matches: pattern } }));
  const where = { and: [{ href_matches: '/*' }, ...others, { not: SAME_PAGE }] };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}
