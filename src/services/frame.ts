import type { Group } from '../backend/shapes.ts';
import { nodeHref } from '../content/links.ts';
import type { Menu, MenuNode } from '../content/menu.ts';
import { homePath, type Language, languageFacts } from '../i18n/languages.ts';
import { type Texts, translate } from '../i18n/set-up.ts';
import type { Ground } from './context.ts';
import type { Contact, Frame, Link, MenuEntry } from './page-model.ts';

/** The levels of the menu that the header holds; deeper items stand on their parents' pages. */
const HEADER_LEVELS = 2;

/** The frame of a page; `current` is the item whose page it is, or in whose column it lies. */
export function frameOf(ground: Ground, texts: Texts, current?: MenuNode, isOwnPage = true): Frame {
  const { menu, group, intro } = ground;
  return {
    ...bareFrame(menu.language, texts),
    siteName: group.name,
    shortName: group.shortName ?? group.name,
    slogan: group.slogan,
    logoUrl: group.logoUrl,
    menu: entries(menu.roots, menu.language, marks(current, isOwnPage), HEADER_LEVELS),
    description: intro?.words,
    contact: contactOf(group, menu.language),
    contactHref: menu.contact && nodeHref(menu.contact, menu.language),
    copyright: group.copyright,
    icp: group.icp,
  };
}

/** What stands around an error page while the backend has never told who the group is. */
export function bareFrame(language: Language, texts: Texts): Frame {
  const { prefix } = languageFacts[language];
  return {
    siteName: texts.orgTitle,
    shortName: texts.orgTitle,
    home: homePath(language),
    searchAction: `${prefix}/search`,
    feed: `${prefix}/feed.xml`,
    manifest: `${prefix}/site.webmanifest`,
    menu: [],
  };
}

/** How the group can be reached. */
export const contactOf = (group: Group, language: Language): Contact => ({
  phone: group.phone,
  email: group.email,
  address: group.address,
  zipCode: group.zipCode,
  wxAccount: group.wxAccount,
  wxQrCodeUrl: group.wxQrCodeUrl,
  wxQrAlt: translate(language, 'wechatQr', { name: group.shortName ?? group.name }),
});

/** The way from the home page to an item, itself included. */
export function trail(menu: Menu, node: MenuNode | undefined, texts: Texts): Link[] {
  const links: Link[] = [];
  for (let above = node; above; above = above.parent) {
    links.unshift({ href: nodeHref(above, menu.language), text: above.name });
  }
  return [{ href: homePath(menu.language), text: texts.home }, ...links];
}

type Marks = Map<MenuNode, 'page' | 'true'>;

function marks(current: MenuNode | undefined, isOwnPage: boolean): Marks {
  const marked: Marks = new Map();
  for (let above = current; above; above = above.parent) marked.set(above, 'true');
  if (current && isOwnPage) marked.set(current, 'page');
  return marked;
}

const entries = (nodes: MenuNode[], language: Language, marked: Marks, levels: number): MenuEntry[] =>
  nodes.map((node) => ({
    href: nodeHref(node, language),
    text: node.name,
    current: marked.get(node),
    children: levels > 1 ? entries(node.children, language, marked, levels - 1) : [],
  }));
