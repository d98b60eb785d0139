import type { Pictures } from '../src/content/resized-pictures.ts';
import type { Language } from '../src/i18n/languages.ts';
import type { ArticleCard } from './components/article-list.tsx';
import type { Contact } from './components/contact-details.tsx';
import type { FileModel } from './components/file-link.tsx';
import type { Link, MoreLink, Neighbours, PaginationModel } from './components/links.tsx';
import type { DayModel } from './components/text.tsx';
import type { PageSection, SectionContent } from './sections/section.tsx';

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

export type Body = HomeBody | MenuBody | ArticleBody | SearchBody | AllPagesBody | ErrorBody;

export type HomeBody = {
  kind: 'home';
  title: string;
  subtitle?: string;
  banners: BannerModel[];
  figures: FigureModel[];
  blocks: HomeBlock[];
};

export type BannerModel = { title: string; subtitle?: string; picUrl?: string; href?: string };
export type FigureModel = { label: string; value: string; unit?: string };

export type HomeBlock = {
  id?: string;
  kind: string;
  title: string;
  subtitle?: string;
  picUrl?: string;
  more?: MoreLink;
  content: SectionContent;
};

export type MenuBody = Neighbours & {
  kind: 'page';
  title: string;
  lead?: string;
  picUrl?: string;
  contents: Link[];
  sections: PageSection[];
};

export type ArticleBody = Neighbours & {
  kind: 'article';
  title: string;
  summary?: string;
  picUrl?: string;
  column?: Link;
  day?: DayModel;
  author?: string;
  source?: string;
  html: string;
  attachments: FileModel[];
};

export type SearchBody = {
  kind: 'search';
  keyword: string;
  message?: string;
  /** What is missing from the results, and where to ask again. */
  note?: { text: string; again?: Link };
  found?: boolean;
  /** Pages of the site, before the articles. */
  pages: readonly ArticleCard[];
  list: readonly ArticleCard[];
  pagination?: PaginationModel;
  suggestions: Link[];
};

export type AllPagesBody = {
  kind: 'all-pages';
  title: string;
  groups: PageGroup[];
  pagination?: PaginationModel;
};

/** Pages below one item of the menu's first level. */
export type PageGroup = { heading: string; links: (Link & { day?: DayModel })[] };

export type ErrorBody = {
  kind: 'error';
  picture: '404' | '500';
  text: string;
  hint: string;
  action: Link;
  /** The number to quote, in a sentence. */
  quote?: string;
};
