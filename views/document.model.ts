import type { Pictures } from '../src/content/resized-pictures.ts';
import type { Language } from '../src/i18n/languages.ts';
import type { Contact } from './components/contact-details.tsx';
import type { Link } from './components/links.tsx';
import type { Body } from './pages/body.model.ts';

/** A whole page, all texts resolved and all addresses the site's own. */
export type Page = {
  language: Language;
  head: Head;
  layout: Layout;
  breadcrumbs: Link[];
  /** Leads to the same page in the other language. */
  switchHref: string;
  body: Body;
  pictures?: Pictures;
};

export type Head = {
  title: string;
  description?: string;
  keywords: string;
  canonical?: string;
  alternates: { hreflang: string; href: string }[];
  openGraphType: 'website' | 'article';
  image?: string;
  /** Of an article: its day and the name of its column. */
  published?: string;
  section?: string;
  jsonLd: object[];
  /** False keeps the page out of search engines. */
  indexed: boolean;
  /** The script that a page of this kind loads besides the site's own. */
  script?: 'form' | 'search';
};

/** Header, menu and footer of a page. `menu` and `legalLinks` are empty where the backend has never answered. */
export type Layout = {
  siteName: string;
  shortName: string;
  slogan?: string;
  logoUrl?: string;
  home: string;
  searchAction: string;
  /** Stands where the search is, on a site that cannot search. */
  allPages?: Link;
  feed: string;
  manifest: string;
  menu: MenuEntry[];
  /** Privacy notice, legal notice and the like: in the footer alone. */
  legalLinks: Link[];
  description?: string;
  contact?: Contact;
  contactHref?: string;
  copyright?: string;
  icp?: string;
  policeRecord?: string;
};

export type MenuEntry = Link & { description?: string; current?: 'page' | 'true'; children: MenuEntry[] };

/** Tells the script of a page whether the page is out of date; without it nothing is asked. */
export type Stamp = { build?: string; payload?: string };

/** The names of the styles that stand inside pages: that of home, and that of all others. */
export const FIRST_VIEWS = { home: 'css/first-view-home.css', page: 'css/first-view-page.css' } as const;

/** The name of the script that stands inside pages. */
export const GUARD_SCRIPT = 'js/reload-guard.js';

/**
 * Addresses of the site's own files by their names in `public/`: `{"css/site.css": "/assets/site-1a2b3c4d.css"}`; of
 * `FIRST_VIEWS` and `GUARD_SCRIPT` the text itself.
 */
export type SiteAssets = Readonly<Record<string, string>>;
