import type { Frame, Head, Link } from '../../views/page-model.ts';
import { excerpt } from '../content/plain-text.ts';
import { type Language, languageFacts, otherLanguage } from '../i18n/languages.ts';
import type { PageContext } from './context.ts';
import type { Twin } from './twin.ts';

/** Letters that a search engine shows of a description, about. */
const DESCRIPTION_LENGTH = 160;

type HeadOptions = {
  /** The page's own title; the home page has the group's name alone. */
  title?: string;
  description?: string;
  /** The page's clean address, query included. */
  path: string;
  twin: Twin;
  image?: string;
  openGraphType?: Head['openGraphType'];
  jsonLd?: object[];
  indexed?: boolean;
  script?: Head['script'];
};

/** What a page says of itself to browsers, search engines and those it is shared with. */
export function headOf(context: PageContext, frame: Frame, options: HeadOptions): Head {
  const { siteUrl, reader, texts } = context;
  const description = options.description ?? frame.description ?? frame.slogan;
  const image = options.image ?? frame.logoUrl;
  return {
    title: options.title ? `${options.title} | ${frame.shortName}` : frame.siteName,
    description: description && excerpt(description, DESCRIPTION_LENGTH),
    keywords: `${frame.siteName},${texts.keywords}`,
    canonical: absolute(siteUrl, options.path),
    alternates: alternates(siteUrl, reader.language, options.path, options.twin),
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
  twin: Twin,
): Head['alternates'] {
  if (!twin.exists) return [];
  const own = { hreflang: languageFacts[language].tag, href: absolute(siteUrl, path) };
  const other = { hreflang: languageFacts[otherLanguage(language)].tag, href: absolute(siteUrl, twin.href) };
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
export const organization = (siteUrl: string, frame: Frame): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: frame.siteName,
  alternateName: frame.shortName,
  url: absolute(siteUrl, frame.home),
  logo: frame.logoUrl && absolute(siteUrl, frame.logoUrl),
  slogan: frame.slogan,
  telephone: frame.contact?.phone,
  email: frame.contact?.email,
  address: frame.contact?.address,
});
