import type { Menu } from '../content/menu.ts';
import type { Language } from '../i18n/languages.ts';
import type { Deadline } from './deadline.ts';
import type { PageDependencies } from './page-dependencies.ts';
import type {
  ApplicationWindow,
  Article,
  ArticleSummary,
  CommonRecord,
  Direction,
  Group,
  GroupEvent,
  HomeComponent,
  HomePage,
  Honour,
  Listing,
  ProductMatrix,
  Report,
} from './schemas.ts';

/** What one page reads of the content, in a language: see `createContent`. */
export type Reader = {
  readonly language: Language;
  /** What has been asked for so far. */
  readonly dependencies: PageDependencies;
  /** What else the page waits for, by its deadline. */
  readonly within: Deadline;
  in: (other: Language) => Reader;
  menu: () => Promise<Menu>;
  group: () => Promise<Group>;
  common: (componentCode: string) => Promise<CommonRecord[]>;
  home: () => Promise<HomePage>;
  homeComponents: () => Promise<HomeComponent[]>;
  honours: () => Promise<Honour[]>;
  events: () => Promise<GroupEvent[]>;
  articles: (columnCode: string, pageNo?: number, pageSize?: number) => Promise<Listing<ArticleSummary>>;
  article: (id: string) => Promise<Article>;
  /** As `article`; undefined where the backend says that there is none, which is kept as any answer is. */
  articleIfAny: (id: string) => Promise<Article | undefined>;
  search: (keyword: string, pageNo: number) => Promise<Listing<ArticleSummary>>;
  products: () => Promise<ProductMatrix>;
  reports: () => Promise<Report[]>;
  directions: () => Promise<Direction[]>;
  applicationWindow: () => Promise<ApplicationWindow>;
};
