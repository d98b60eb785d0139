import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, languageFacts, languages } from '../../src/i18n/languages.ts';
import { CONTENT } from './demo-content.ts';
import { sectionPages } from './section-pages.ts';
import type { SiteAddresses, SiteName } from './sites-setup.ts';

type Kind = {
  name: string;
  /** Without the language prefix. */
  path: string;
  status?: number;
  site?: SiteName;
};

/** Keywords: `found` is in many articles of the demo content, `title` in one title, `unknown` in none. */
export const keywords: Record<Language, { found: string; title: string; unknown: string }> = {
  zh: { found: '投资', title: '储能', unknown: '犰狳' },
  en: { found: 'fund', title: 'storage', unknown: 'armadillo' },
};

/** Article list with several pages. */
export const LIST = '/news/group-news';
/** Page whose children are sections. */
export const SECTIONS = '/about-us';
/** Article with an attachment. */
export const ARTICLE = `${LIST}/1003`;

const demoMenu = JSON.parse(readFileSync(path.join(CONTENT, 'en/menu.json'), 'utf8')) as unknown[];

const kindsOf = (language: Language): Kind[] => [
  { name: 'home', path: '/' },
  { name: 'page with sections', path: SECTIONS },
  { name: 'page with an article list', path: '/investor-relations' },
  { name: 'leaf page', path: '/sustainability/responsible-investment' },
  { name: 'third level', path: '/about-us/leadership' },
  { name: 'article list', path: LIST },
  { name: 'article list, page 2', path: `${LIST}?page=2` },
  { name: 'article', path: ARTICLE },
  ...Object.entries(sectionPages(demoMenu)).map(([name, path]) => ({ name, path })),
  { name: 'contact', path: '/work-with-us/contact-us' },
  { name: 'privacy notice', path: '/privacy-notice' },
  { name: 'application', path: '/work-with-us/application' },
  { name: 'search with hits', path: `/search?keyword=${encodeURIComponent(keywords[language].found)}` },
  { name: 'search without hits', path: `/search?keyword=${encodeURIComponent(keywords[language].unknown)}` },
  { name: 'search without a word', path: '/search' },
  { name: '404', path: '/no/such/page', status: 404 },
  { name: '500', path: '/our-business/product-matrix', status: 500, site: 'failing' },
  { name: '500 without a menu', path: '/', status: 500, site: 'silent' },
];

type PageKind = Required<Kind> & { language: Language; lang: string; label: string };

/** Returns the path of a page in a language. */
export const localizePath = (language: Language, path: string): string => {
  const { prefix } = languageFacts[language];
  return path === '/' ? prefix || '/' : `${prefix}${path}`;
};

/** Every kind of page in both languages. */
export const pageKinds: PageKind[] = languages.flatMap((language) =>
  kindsOf(language).map(
    ({ name, path, status = 200, site = 'demo' }): PageKind => ({
      name,
      path: localizePath(language, path),
      status,
      site,
      language,
      lang: languageFacts[language].tag,
      label: `${name} (${language})`,
    }),
  ),
);

export const addressOf = (sites: SiteAddresses, { site, path }: PageKind): string => `${sites[site]}${path}`;
