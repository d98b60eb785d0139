import type { Pictures } from '../src/content/resized-pictures.ts';
import type { Language } from '../src/i18n/languages.ts';
import type { Link } from './components/link.model.ts';
import type { Head } from './head-tags.model.ts';
import type { Layout } from './layout/layout.model.ts';
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
  /** The known facts of the pictures that it shows. */
  pictures?: Pictures;
};

/** Tells the script of a page whether the page is out of date. */
export type Stamp = { build: string; payload?: string };

/** Addresses of the site's own files by their names in `public/`: `{"css/site.css": "/assets/site-1a2b3c4d.css"}`. */
export type SiteAssets = Readonly<Record<string, string>>;
