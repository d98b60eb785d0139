import type { Language } from '../../i18n/languages.ts';
import type { MenuRecord } from './menu-items.ts';
import type { LegalKind, SectionKind } from './sections.ts';
import { encodePart, normaliseCode } from './slug.ts';

export type MenuItem = Pick<MenuRecord, 'id' | 'code' | 'description' | 'picUrl'> & {
  name: string;
  kind: SectionKind;
  /** Kind of a root that is shown in the footer. */
  legal?: LegalKind;
  /** `id` of the item's section on its parent's page. */
  anchor: string;
  /** Lower-case encoded path without the language prefix: `about-us/leadership`. */
  key: string;
  /** Encoded path with the language prefix. */
  path: string;
  /**
   * False if it is only an anchor on the parent's page. The application form, items with children and footer items are always
   * pages, because a notice must be readable whatever `haveDetail` is.
   */
  isPage: boolean;
  /** The path is also a fixed path of the site, which takes precedence. */
  isShadowed: boolean;
  parent?: MenuItem;
  children: MenuItem[];
};

export type Menu = {
  language: Language;
  header: MenuItem[];
  footer: MenuItem[];
  byKey: Map<string, MenuItem>;
  /** Menu items by normalised code; the first item with a code wins. */
  byCode: Map<string, MenuItem>;
  /** First item with contact details. */
  contact?: MenuItem;
  /** First root that is a privacy notice. */
  privacy?: MenuItem;
};

export const segmentKey = (segment: string): string => encodePart(segment.toLowerCase());

/** Builds the key of decoded path segments. */
export const pathKey = (segments: readonly string[]): string => segments.map(segmentKey).join('/');

/** Finds the menu item with a code, ignoring differences in whitespace. */
export const nodeByCode = (menu: Menu, code: string | undefined): MenuItem | undefined =>
  code === undefined ? undefined : menu.byCode.get(normaliseCode(code));

/** Returns the item and its ancestors up to the root. */
export function ancestorsOf(node: MenuItem | undefined): MenuItem[] {
  const ancestors: MenuItem[] = [];
  for (let above = node; above; above = above.parent) ancestors.push(above);
  return ancestors;
}
