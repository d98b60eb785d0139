import type { Link } from '../../../views/components/links.tsx';
import type { Head, Layout } from '../../../views/document.model.ts';
import { linkEmails, linkPhones, type TextPart } from '../../content/contact-details.ts';
import { excerpt } from '../../content/text/plain-text.ts';
import { type Language, languageFacts, languages, otherLanguage } from '../../i18n/languages.ts';
import type { PageSection } from '../sections/section-view.tsx';
import { type Alternate, switchHref } from './alternate.ts';
import type { Page } from './page.ts';
import type { PageContext } from './page-context.ts';

/** About as many characters as search engines show. */
const DESCRIPTION_LENGTH = 160;

type HeadOptions = {
  /** Title of the page. Undefined: only the group's name. */
  title?: string;
  /** Empty: none. Undefined: the group's description. */
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
  head: headOf(context, layout, options),
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

function headOf({ siteUrl, reader, texts }: PageContext, layout: Layout, options: HeadOptions): Head {
  const { title, path, alternate, openGraphType = 'website', jsonLd = [], indexed = true, script } = options;
  const description = options.description ?? layout.description ?? layout.slogan;
  const image = options.image ?? layout.logoUrl;
  return {
    title: title ? `${title} | ${layout.shortName}` : layout.siteName,
    description: description && excerpt(description, DESCRIPTION_LENGTH),
    keywords: `${layout.siteName},${texts.keywords}`,
    canonical: siteUrl + path,
    alternates: alternates(siteUrl, reader.language, path, alternate),
    openGraphType,
    image: image && siteUrl + image,
    published: options.published,
    section: options.section,
    jsonLd,
    indexed,
    script,
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
