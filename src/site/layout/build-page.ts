import type { Link } from '../../../views/components/links.tsx';
import type { Head, Layout } from '../../../views/document.model.ts';
import type { Reader } from '../../content/backend/content.ts';
import { linkEmails, linkPhones, type TextPart } from '../../content/contact-details.ts';
import { articlePath, buildPath, menuItemHref } from '../../content/links.ts';
import {
  ancestorsOf,
  findCounterpartPage,
  findNearestCounterpart,
  type Menu,
  type MenuItem,
  resolvePath,
} from '../../content/menu/menu.ts';
import { excerpt } from '../../content/text/plain-text.ts';
import { withQuery } from '../../content/urls.ts';
import { homePath, type Language, languageFacts, languages, otherLanguage } from '../../i18n/languages.ts';
import { isNoData } from '../../lib/failures.ts';
import type { PageSection } from '../sections/section-view.tsx';
import type { PageContext } from './page-context.ts';
import type { Page } from './render.tsx';

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

export const breadcrumbsTo = ({ reader: { language }, texts }: PageContext, node?: MenuItem): Link[] => [
  { href: homePath(language), text: texts.home },
  ...ancestorsOf(node)
    .reverse()
    .map((above) => ({ href: menuItemHref(above, language), text: above.name })),
];

/** URL of the same page in the other language, or of its nearest parent there. */
export type Alternate = { href: string; exists: boolean };

/** Returns null if the content does not exist, or undefined if the call fails. */
const settle = <T>(promise: Promise<T | undefined>): Promise<T | null | undefined> =>
  promise.then(
    (value) => value ?? null,
    () => undefined,
  );

/** An article without a title or text, which may not be translated yet, has no page. */
function ignoreNoData(error: unknown): undefined {
  if (!isNoData(error)) throw error;
}

const samePathIn = (other: Language, path: string): string => {
  const own = languageFacts[otherLanguage(other)].prefix;
  return `${languageFacts[other].prefix}${path.slice(own.length)}`;
};

const homeAlternate = (other: Language): Alternate => ({ href: homePath(other), exists: false });

function parentAlternate(menu: Menu, node: MenuItem | undefined): Alternate {
  const nearest = node && findNearestCounterpart(menu, node);
  return nearest
    ? { href: menuItemHref(nearest, menu.language), exists: false }
    : homeAlternate(menu.language);
}

export async function pageAlternate({ reader }: PageContext, node: MenuItem): Promise<Alternate> {
  const other = otherLanguage(reader.language);
  const menu = await settle(reader.inLanguage(other).menu());
  if (!menu) return { href: samePathIn(other, node.path), exists: true };
  const equal = findCounterpartPage(menu, node);
  return equal ? { href: equal.path, exists: true } : parentAlternate(menu, node);
}

type ArticleKey = { id: string; columnCode?: string; path: string };

/** Finds the alternate of an article. It exists if `/article/get` returns the complete article in the other language. */
export async function articleAlternate(
  { reader }: PageContext,
  article: ArticleKey,
  column?: MenuItem,
): Promise<Alternate> {
  const other = reader.inLanguage(otherLanguage(reader.language));
  const ifAny = other.articleIfAny(article.id).catch(ignoreNoData);
  const [menu, found] = await Promise.all([settle(other.menu()), settle(ifAny)]);
  if (found === null) return menu ? parentAlternate(menu, column) : homeAlternate(other.language);
  const href = menu ? articlePath(menu, found ?? article) : samePathIn(other.language, article.path);
  return { href, exists: true };
}

/** Finds the target of the language switch on an error page: the page itself, or its nearest parent if it does not exist. */
export async function errorAlternate(reader: Reader, segments: readonly string[], isLost: boolean) {
  const other = otherLanguage(reader.language);
  if (!isLost) return buildPath(segments, other);
  const menu = await settle(reader.inLanguage(other).menu());
  if (!menu) return homePath(other);
  for (let length = segments.length; length > 0; length -= 1) {
    const resolved = resolvePath(menu, segments.slice(0, length));
    if (resolved.kind === 'page' || resolved.kind === 'anchor') return menuItemHref(resolved.node, other);
  }
  return homePath(other);
}

export const switchHref = (href: string, language: Language): string =>
  withQuery(href, { lang: otherLanguage(language) });
