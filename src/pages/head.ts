import type { Link } from '../../views/components/links.tsx';
import type { Head, Layout } from '../../views/document.model.ts';
import { excerpt } from '../content/plain-text.ts';
import { type Language, languageFacts, otherLanguage } from '../i18n/languages.ts';
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
    canonical: absolute(siteUrl, options.path),
    alternates: alternates(siteUrl, reader.language, options.path, options.alternate),
    openGraphType: options.openGraphType ?? 'website',
    image: image && absolute(siteUrl, image),
    jsonLd: options.jsonLd ?? [],
    indexed: options.indexed ?? true,
    script: options.script,
  };
}

/** A path of the site with its public origin before it. */
export const absolute = (siteUrl: string, path: string): string => `${siteUrl}${path}`;

/** The language alternates of a page, itself included; none where it exists in one language only. */
export function alternates(
  siteUrl: string,
  language: Language,
  path: string,
  alternate: Alternate,
): Head['alternates'] {
  if (!alternate.exists) return [];
  const own = { hreflang: languageFacts[language].tag, href: absolute(siteUrl, path) };
  const other = {
    hreflang: languageFacts[otherLanguage(language)].tag,
    href: absolute(siteUrl, alternate.href),
  };
  const [chinese, english] = language === 'zh' ? [own, other] : [other, own];
  return [chinese, english, { hreflang: 'x-default', href: chinese.href }];
}

/** schema.org's BreadcrumbList. */
export const breadcrumbList = (siteUrl: string, links: readonly Link[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: links.map(({ href, text }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: text,
    item: absolute(siteUrl, href),
  })),
});

/** schema.org's Organization: the group as the backend describes it. */
export const organization = (siteUrl: string, layout: Layout): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: layout.siteName,
  alternateName: layout.shortName,
  url: absolute(siteUrl, layout.home),
  logo: layout.logoUrl && absolute(siteUrl, layout.logoUrl),
  slogan: layout.slogan,
  telephone: layout.contact?.phone,
  email: layout.contact?.email,
  address: layout.contact?.address,
});
