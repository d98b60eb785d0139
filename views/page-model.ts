import type { Marked } from '../src/content/marks.ts';
import type { Pictures } from '../src/content/resized-pictures.ts';
import type { Language } from '../src/i18n/languages.ts';
import type { FormModel, ReceiptModel } from './forms/form-model.ts';

/** What views are given: plain data, texts resolved, addresses the site's own. */
export type Link = { href: string; text: string };
export type DayModel = { iso: string; text: string };
export type MenuEntry = Link & { description?: string; current?: 'page' | 'true'; children: MenuEntry[] };

export type Contact = {
  phone?: string;
  email?: string;
  address?: string;
  zipCode?: string;
  wxAccount?: string;
  wxQrCodeUrl?: string;
  wxQrAlt: string;
};

/** What stands around every page; without a menu (`menu` empty) where the backend never answered. */
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
  description?: string;
  contact?: Contact;
  contactHref?: string;
  copyright?: string;
  icp?: string;
};

export type Head = {
  title: string;
  description?: string;
  keywords: string;
  canonical?: string;
  alternates: { hreflang: string; href: string }[];
  openGraphType: 'website' | 'article';
  image?: string;
  jsonLd: object[];
  /** False keeps the page out of search engines. */
  indexed: boolean;
  /** The script that the page can do without, but is better with: the site's where no other is named. */
  script?: 'form' | 'search';
};

export type Pagination = {
  label: string;
  status: string;
  previous?: Link;
  next?: Link;
  pages: { href?: string; text: string; label: string; current: boolean }[];
};

export type ArticleCard = {
  href: string;
  title: Marked;
  summary?: Marked;
  picUrl?: string;
  day?: DayModel;
  column?: string;
};

export type FileModel = { href: string; name: string; meta: string };

export type SectionContent =
  | { kind: 'common'; records: { id: string; title?: string; html?: string; picUrl?: string }[] }
  | { kind: 'articles'; list: ArticleCard[]; pagination?: Pagination }
  | {
      kind: 'honours';
      list: { id: string; title: string; issuer?: string; day?: DayModel; picUrl?: string }[];
    }
  | {
      kind: 'events';
      years: {
        year: string;
        list: { id: string; title: string; day: DayModel; description?: string; picUrl?: string }[];
      }[];
    }
  | {
      kind: 'reports';
      years: {
        year: string;
        list: { id: string; title: string; file: FileModel; day?: DayModel; picUrl?: string }[];
      }[];
    }
  | {
      kind: 'directions';
      list: { id: string; title: string; html?: string; text?: string; picUrl?: string }[];
    }
  | {
      kind: 'products';
      title?: string;
      description?: string;
      list: { id: string; name: string; description?: string; picUrl?: string; linkUrl?: string }[];
    }
  | { kind: 'contact'; contact: Contact; name: string }
  | {
      kind: 'application';
      open: boolean;
      title?: string;
      description?: string;
      contact?: Contact;
      name: string;
      /** The form itself, on its own page while the window is open. */
      form?: FormModel;
      /** Its own page while the window is closed: what the dialog says, and what became of a POST's draft. */
      closed?: { kept?: string };
    }
  | { kind: 'receipt'; receipt: ReceiptModel }
  | { kind: 'cards'; list: { href: string; name: string; description?: string; picUrl?: string }[] };

/** `id` is the anchor of the section; a section without a heading stands right under the page's title. */
export type Section = { id?: string; heading?: string; content: SectionContent };

export type HomeBlock = {
  id?: string;
  kind: string;
  title: string;
  subtitle?: string;
  picUrl?: string;
  /** `about` goes on where `text` ends: a link says where it leads, also out of its place. */
  more?: Link & { about: string };
  content: SectionContent;
};

export type Hero = { title: string; subtitle?: string; picUrl?: string; href?: string };

export type Body =
  | {
      kind: 'home';
      title: string;
      subtitle?: string;
      banners: Hero[];
      figures: { label: string; value: string; unit?: string }[];
      blocks: HomeBlock[];
    }
  | {
      kind: 'page';
      title: string;
      lead?: string;
      picUrl?: string;
      contents: Link[];
      sections: Section[];
      previous?: Link;
      next?: Link;
    }
  | {
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
      previous?: Link;
      next?: Link;
    }
  | {
      kind: 'search';
      keyword: string;
      message?: string;
      found?: boolean;
      list: ArticleCard[];
      pagination?: Pagination;
      suggestions: Link[];
    }
  | {
      kind: 'error';
      picture: '404' | '500';
      text: string;
      hint: string;
      action: Link;
      /** The number to quote, in a sentence. */
      quote?: string;
    };

/** What a page is stamped with, by which its script finds out whether it is out of date. */
export type Stamp = { build: string; payload?: string };

/** A whole page; `switchHref` leads to the same one in the other language. */
export type Page = {
  language: Language;
  head: Head;
  layout: Layout;
  breadcrumbs: Link[];
  switchHref: string;
  body: Body;
  /** What is known of the pictures that it shows. */
  pictures?: Pictures;
};
