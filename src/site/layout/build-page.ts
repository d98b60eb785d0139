import type { Link } from '../../../views/components/links.tsx';
import type { Head, Layout, MenuEntry } from '../../../views/document.model.ts';
import { linkEmails, linkPhones, type TextPart } from '../../content/contact-details.ts';
import { menuItemHref } from '../../content/links.ts';
import { ancestorsOf, type Menu, type MenuItem } from '../../content/menu/menu.ts';
import { LANGUAGE_PATHS, searchPath } from '../../content/site-paths.ts';
import { excerpt, toSingleLine } from '../../content/text/plain-text.ts';
import { homePath, type Language, languageFacts, languages, otherLanguage } from '../../i18n/languages.ts';
import type { Texts } from '../../i18n/set-up.ts';
import { buildContact } from '../sections/section.ts';
import type { PageSection } from '../sections/section-view.tsx';
import { type Alternate, switchHref } from './alternate.ts';
import type { PageContext, SiteData } from './page-context.ts';
import type { Page } from './render.tsx';

/** Maximum description length in the menu, which is on every page. */
const MENU_DESCRIPTION_LENGTH: Record<Language, number> = { zh: 56, en: 150 };
const MAX_DESCRIBED = 48;

/** Builds a page's layout. `current` is its menu item, or an article's column. */
export function buildLayout(siteData: SiteData, texts: Texts, current?: MenuItem, isOwnPage = true): Layout {
  const { menu, group, intro } = siteData;
  const { name, shortName = name, slogan, logoUrl, copyright, icp, policeRecord } = group;
  return {
    ...bareLayout(menu.language, texts),
    siteName: name,
    shortName,
    slogan,
    logoUrl,
    menu: headerMenu(menu, current, isOwnPage),
    legalLinks: menu.footer.map((node) => ({ href: node.path, text: node.name })),
    description: intro?.remarkContent && toSingleLine(intro.remarkContent.text),
    contact: buildContact(group, menu.language),
    contactHref: menu.contact && menuItemHref(menu.contact, menu.language),
    copyright,
    icp,
    policeRecord,
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
    feed: prefix + LANGUAGE_PATHS.feed,
    manifest: prefix + LANGUAGE_PATHS.webmanifest,
    menu: [],
    legalLinks: [],
  };
}

export const breadcrumbsTo = ({ reader: { language }, texts }: PageContext, node?: MenuItem): Link[] => [
  { href: homePath(language), text: texts.home },
  ...ancestorsOf(node)
    .reverse()
    .map((above) => ({ href: menuItemHref(above, language), text: above.name })),
];

function headerMenu({ header, language }: Menu, current: MenuItem | undefined, isOwnPage: boolean) {
  const path = ancestorsOf(current);
  const currentMark = (node: MenuItem) => {
    if (node === path[0] && isOwnPage) return 'page';
    return path.includes(node) ? 'true' : undefined;
  };
  const second = header.reduce((sum, { children }) => sum + children.length, 0);
  const length = MENU_DESCRIPTION_LENGTH[language];
  const entry = (node: MenuItem, isDescribed: boolean): MenuEntry => ({
    href: menuItemHref(node, language),
    text: node.name,
    description: isDescribed && node.description ? excerpt(node.description, length) : undefined,
    current: currentMark(node),
    children: [],
  });
  return header.map((root) => ({
    ...entry(root, true),
    children: root.children.map((child) => entry(child, second <= MAX_DESCRIBED)),
  }));
}

const DESCRIPTION_LENGTH = 160;

type HeadOptions = {
  /** Undefined if the page's title is only the group's name. */
  title?: string;
  description?: string;
  /** Canonical path with its query. */
  path: string;
  alternate: Alternate;
} & Partial<
  Pick<Head, 'image' | 'published' | 'section' | 'openGraphType' | 'jsonLd' | 'indexed' | 'script'>
>;

type PageOptions = HeadOptions & Pick<Page, 'layout' | 'body'> & Partial<Pick<Page, 'breadcrumbs'>>;

export const buildPage = (
  context: PageContext,
  { layout, body, breadcrumbs = [], ...options }: PageOptions,
): Page => ({
  language: context.reader.language,
  head: buildHead(context, layout, options),
  layout: withoutRepeats(layout, body),
  breadcrumbs,
  switchHref: switchHref(options.alternate.href, context.reader.language),
  body,
});

/** Removes contact details and introduction from the footer if the body shows them. */
function withoutRepeats(layout: Layout, body: Page['body']): Layout {
  const blocks = body.kind === 'home' ? body.blocks : [];
  const sections = body.kind === 'page' ? body.sections : blocks;
  return {
    ...layout,
    contact: sections.some(showsContact) ? undefined : layout.contact,
    description: blocks.some(({ kind }) => kind === 'intro') ? undefined : layout.description,
  };
}

const showsContact = ({ content }: Pick<PageSection, 'content'>): boolean =>
  content.kind === 'receipt' || ('contact' in content && content.contact !== undefined);

function buildHead({ siteUrl, reader, texts }: PageContext, layout: Layout, options: HeadOptions): Head {
  const { title, description, path, alternate, image = layout.logoUrl, ...others } = options;
  return {
    openGraphType: 'website',
    jsonLd: [],
    indexed: true,
    ...others,
    title: title ? `${title} | ${layout.shortName}` : layout.siteName,
    description: description && excerpt(description, DESCRIPTION_LENGTH),
    keywords: `${layout.siteName},${texts.keywords}`,
    canonical: siteUrl + path,
    alternates: alternates(siteUrl, reader.language, path, alternate),
    image: image && siteUrl + image,
  };
}

/** Returns the language alternates including the page itself, or none if it exists in one language only. */
export function alternates(
  siteUrl: string,
  language: Language,
  path: string,
  alternate: Alternate,
): Head['alternates'] {
  if (!alternate.exists) return [];
  const other = otherLanguage(language);
  const hrefs = { [language]: siteUrl + path, [other]: siteUrl + alternate.href } as Record<Language, string>;
  const links = languages.map((one) => ({ hreflang: languageFacts[one].tag, href: hrefs[one] }));
  return [...links, { hreflang: 'x-default', href: hrefs.zh }];
}

export const breadcrumbList = (siteUrl: string, links: readonly Link[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: links.map(({ href, text }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: text,
    item: siteUrl + href,
  })),
});

export const organization = (siteUrl: string, layout: Layout): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: layout.siteName,
  alternateName: layout.shortName,
  url: siteUrl + layout.home,
  logo: layout.logoUrl && siteUrl + layout.logoUrl,
  slogan: layout.slogan,
  telephone: linkTexts(linkPhones(layout.contact?.phone ?? '')),
  email: linkTexts(linkEmails(layout.contact?.email ?? '')),
  address: layout.contact?.address,
});

const linkTexts = (parts: TextPart[]): string[] => parts.flatMap(({ text, href }) => (href ? text : []));
