import type { Link } from '../../views/components/links.tsx';
import type { Head, Layout } from '../../views/document.model.ts';
import { excerpt } from '../content/plain-text.ts';
import { type Language, languageFacts, languages, otherLanguage } from '../i18n/languages.ts';
import type { Alternate } from './alternate.ts';
import type { PageContext } from './page-context.ts';

/** Letters that a search engine shows of a description, about. */
const DESCRIPTION_LENGTH = 160;

type HeadOptions = {
  /** The page's own title; the home page has the group's name alone. */
  title?: string;
  description?: string;
  /** The page's clean address, query included. */
  path: string;
  alternate: Alternate;
  image?: string;
  openGraphType?: Head['openGraphType'];
  jsonLd?: object[];
  indexed?: boolean;
  script?: Head['script'];
};

/** The head of a page, for browsers, search engines and social networks. */
export function headOf(context: PageContext, layout: Layout, options: HeadOptions): Head {
  const { siteUrl, reader, texts } = context;
  const description = options.description ?? layout.description ?? layout.slogan;
  const image = options.image ?? layout.logoUrl;
  return {
    title: options.title ? `${options.title} | ${layout.shortName}` : layout.siteName,
    description: description && excerpt(description, DESCRIPTION_LENGTH),
    keywords: `${layout.siteName},${texts.keywords}`,
    canonical: siteUrl + options.path,
    alternates: alternates(siteUrl, reader.language, options.path, options.alternate),
    openGraphType: options.openGraphType ?? 'website',
    image: image && siteUrl + image,
    jsonLd: options.jsonLd ?? [],
    indexed: options.indexed ?? true,
    script: options.script,
  };
}

/** The language alternates of a page, itself included; none where it exists in one language only. */
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

/** schema.org's BreadcrumbList. */
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

/** schema.org's Organization: the group as the backend describes it. */
export const organization = (siteUrl: string, layout: Layout): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: layout.siteName,
  alternateName: layout.shortName,
  url: siteUrl + layout.home,
  logo: layout.logoUrl && siteUrl + layout.logoUrl,
  slogan: layout.slogan,
  telephone: layout.contact?.phone,
  email: layout.contact?.email,
  address: layout.contact?.address,
});
