import type { FindImageSize } from '../src/content/resized-pictures.ts';
import type { Language } from '../src/i18n/languages.ts';
import type { Contact } from './components/contact-details.tsx';
import type { Link } from './components/links.tsx';

/** View model of a page. Texts are resolved, URLs are the site's own. */
export type DocumentModel<Body = { kind: string }> = {
  language: Language;
  head: Head;
  layout: Layout;
  breadcrumbs: Link[];
  /** The same page in the other language. */
  switchHref: string;
  body: Body;
  pictures?: FindImageSize;
  /** Hash of the content that all visitors see, on a page that also has data of one visitor. */
  payload?: string;
};

export type Head = {
  title: string;
  description?: string;
  keywords: string;
  canonical?: string;
  alternates: { hreflang: string; href: string }[];
  openGraphType: 'website' | 'article';
  image?: string;
  /** Day and column of an article. */
  published?: string;
  section?: string;
  jsonLd: object[];
  /** False keeps the page out of search engines. */
  indexed: boolean;
  /** Additional script of the page. */
  script?: 'form' | 'search';
};

/** Header, menu and footer. `menu` and `legalLinks` are empty if no content is available. */
export type Layout = {
  siteName: string;
  shortName: string;
  slogan?: string;
  logoUrl?: string;
  home: string;
  searchAction: string;
  feed: string;
  manifest: string;
  menu: MenuEntry[];
  /** Privacy notice, legal notice and the like, shown only in the footer. */
  legalLinks: Link[];
  description?: string;
  contact?: Contact;
  contactHref?: string;
  copyright?: string;
  icp?: string;
  policeRecord?: string;
};

export type MenuEntry = Link & { description?: string; current?: 'page' | 'true'; children: MenuEntry[] };

/** With these, the script checks whether the page is outdated. */
export type Versions = { build?: string; payload?: string };

/** Background colours for icons, the manifest and the browser's toolbar. */
export const INK = '#10233a';
export const PAPER = '#fbf9f5';

/** Inline styles for the home page and all others. */
export const FIRST_VIEWS = { home: 'css/first-view-home.css', page: 'css/first-view-page.css' } as const;

export const GUARD_SCRIPT = 'js/reload-guard.js';

/** Removes the service worker of a former site. */
export const FORMER_WORKER = 'sw.js';

/** URLs of the site's own files by their names in `public/`; the text of `FIRST_VIEWS`, `GUARD_SCRIPT` and `FORMER_WORKER`. */
export type SiteAssets = Readonly<Record<string, string>>;
