import type { Link } from '../../../views/components/links.tsx';
import type { Layout, MenuEntry } from '../../../views/document.model.ts';
import { nodeHref } from '../../content/links.ts';
import { ancestorsOf, type Menu, type MenuItem } from '../../content/menu/menu.ts';
import { excerpt, plainText } from '../../content/text/plain-text.ts';
import { homePath, type Language, languageFacts, searchPath } from '../../i18n/languages.ts';
import type { Texts } from '../../i18n/set-up.ts';
import { contactOf } from '../sections/section.ts';
import type { PageContext, SiteData } from './page-context.ts';

/** Maximum length of a description in the menu, because every page contains all of them. */
const DESCRIPTION_LENGTH: Record<Language, number> = { zh: 56, en: 150 };
/** Maximum number of second-level items in a menu with descriptions. */
const MAX_DESCRIBED = 48;

/** Builds the layout of a page. `current` is its menu item, or the column of an article. */
export function layoutOf(siteData: SiteData, texts: Texts, current?: MenuItem, isOwnPage = true): Layout {
  const { menu, group, intro } = siteData;
  return {
    ...bareLayout(menu.language, texts),
    siteName: group.name,
    shortName: group.shortName ?? group.name,
    slogan: group.slogan,
    logoUrl: group.logoUrl,
    menu: headerMenu(menu, current, isOwnPage),
    legalLinks: menu.footer.map((node) => ({ href: node.path, text: node.name })),
    description: intro?.remarkContent && plainText(intro.remarkContent.text),
    contact: contactOf(group, menu.language),
    contactHref: menu.contact && nodeHref(menu.contact, menu.language),
    copyright: group.copyright,
    icp: group.icp,
    policeRecord: group.policeRecord,
  };
}

/** Builds the layout of an error page if no content is available. */
export function bareLayout(language: Language, texts: Texts): Layout {
  const { prefix } = languageFacts[language];
  return {
    siteName: texts.orgTitle,
    shortName: texts.orgTitle,
    home: homePath(language),
    searchAction: searchPath(language),
    feed: `${prefix}/feed.xml`,
    manifest: `${prefix}/site.webmanifest`,
    menu: [],
    legalLinks: [],
  };
}

/** Returns the breadcrumbs from the home page to a menu item, including it. */
export const trail = ({ reader: { language }, texts }: PageContext, node?: MenuItem): Link[] => [
  { href: homePath(language), text: texts.home },
  ...ancestorsOf(node)
    .reverse()
    .map((above) => ({ href: nodeHref(above, language), text: above.name })),
];

/** Returns two levels of the menu. Deeper items are shown on their parents' pages. */
function headerMenu(
  { header, language }: Menu,
  current: MenuItem | undefined,
  isOwnPage: boolean,
): MenuEntry[] {
  const [own, ...above] = ancestorsOf(current);
  const markOf = (node: MenuItem) => {
    if (node === own) return isOwnPage ? 'page' : 'true';
    return above.includes(node) ? 'true' : undefined;
  };
  const second = header.reduce((sum, { children }) => sum + children.length, 0);
  const length = DESCRIPTION_LENGTH[language];
  const entry = (node: MenuItem, isDescribed: boolean): MenuEntry => ({
    href: nodeHref(node, language),
    text: node.name,
    description: isDescribed && node.description ? excerpt(node.description, length) : undefined,
    current: markOf(node),
    children: [],
  });
  return header.map((root) => ({
    ...entry(root, true),
    children: root.children.map((child) => entry(child, second <= MAX_DESCRIBED)),
  }));
}
