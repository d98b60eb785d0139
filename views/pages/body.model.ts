import type { ArticleCard } from '../components/article-list.tsx';
import type { DayModel } from '../components/day.tsx';
import type { FileModel } from '../components/file-link.tsx';
import type { Link, MoreLink, Neighbours } from '../components/links.tsx';
import type { PaginationModel } from '../components/pagination.tsx';
import type { Section, SectionContent } from '../sections/section.model.ts';

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
  sections: Section[];
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
