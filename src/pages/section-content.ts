import type { FileModel } from '../../views/components/file-link.tsx';
import type { SectionContent, Year } from '../../views/sections/section.model.ts';
import type { Listing } from '../backend/schemas.ts';
import { fileType, formatSize } from '../content/file-size.ts';
import { articlePath, nodeHref } from '../content/links.ts';
import type { MenuNode } from '../content/menu/menu.ts';
import { pageCount, readPage } from '../content/paging.ts';
import { yearOf } from '../content/time.ts';
import { Failure } from '../lib/failures.ts';
import { articleCard, dayModel, paginationOf } from './article-cards.ts';
import { contactOf } from './layout.ts';
import type { PageContext, SiteContext } from './page-context.ts';

/** Articles of a column that its parent's page shows. */
const NEWEST_ARTICLES = 3;

type CommonContent = Extract<SectionContent, { kind: 'common' }>;
type Loader = (context: SiteContext) => Promise<SectionContent>;

const honours: Loader = async ({ reader }) => ({
  kind: 'honours',
  list: (await reader.honours()).map(({ awardTime, ...honour }) => ({
    ...honour,
    day: dayModel(awardTime, reader.language),
  })),
});

const events: Loader = async ({ reader }) => ({
  kind: 'events',
  years: byYear(
    (await reader.events()).map(({ eventTime, ...event }) => ({
      ...event,
      day: { iso: eventTime, text: dayModel(eventTime, reader.language)?.text ?? eventTime },
    })),
    (event) => `${yearOf(event.day.iso)}`,
  ),
});

const reports: Loader = async ({ reader, texts }) => {
  const list = await reader.reports();
  const models = list.map(({ id, title, picUrl, fileUrl, fileSize, publishTime, year }) => ({
    id,
    title,
    picUrl,
    year: year ?? (publishTime && yearOf(publishTime)),
    day: dayModel(publishTime, reader.language),
    file: fileModel(fileUrl, texts.download, fileSize),
  }));
  return { kind: 'reports', years: byYear(models, (report) => report.year?.toString() ?? texts.undated) };
};

const directions: Loader = async ({ reader }) => ({
  kind: 'directions',
  list: (await reader.directions()).map(({ description, words, ...direction }) => ({
    ...direction,
    html: description,
    text: words,
  })),
});

const products: Loader = async ({ reader }) => ({ kind: 'products', ...(await reader.products()) });

const whomToAsk = ({ reader, siteData: { group } }: SiteContext) => ({
  contact: contactOf(group, reader.language),
  name: group.name,
});

const contact = async (context: SiteContext) => ({ kind: 'contact' as const, ...whomToAsk(context) });

const application: Loader = async (context) => {
  const { enabled: open, title, description } = await context.reader.applicationWindow();
  return { kind: 'application', open, title, description, ...whomToAsk(context) };
};

/** The content of each kind of section, for menu items and home blocks alike. */
export const loaders = { honours, events, reports, directions, products, contact, application };

/** An item's common data; a title that says the item's name again is left out. */
async function commonContent(
  { reader }: PageContext,
  { code, name }: MenuNode,
): Promise<CommonContent | undefined> {
  const records = await reader.common(code);
  if (records.length === 0) return undefined;
  return {
    kind: 'common',
    records: records.map(({ remarkContent, title, ...record }) => ({
      ...record,
      title: title === name ? undefined : title,
      html: remarkContent,
    })),
  };
}

/** The content of a menu item's kind; undefined if it has none but an article list. */
export async function kindContent(context: SiteContext, node: MenuNode): Promise<SectionContent | undefined> {
  if (node.kind === 'common') return commonContent(context, node);
  if (node.kind === 'contact') return contactContent(context, node);
  return withoutTitle(await loaders[node.kind](context), node.name);
}

/** The group's contact details and its departments, which are the item's common data. */
async function contactContent(context: SiteContext, node: MenuNode): Promise<SectionContent> {
  const [own, departments] = await Promise.all([contact(context), commonContent(context, node)]);
  return { ...own, departments: departments?.records };
}

/** The own content of a menu item: that of its kind, or else its article list. */
export const contentOf = async (context: SiteContext, node: MenuNode): Promise<SectionContent> =>
  (await kindContent(context, node)) ?? articlesContent(context, node, 1);

/** Cards of the newest articles; undefined if the item has content other than articles, or no articles. */
export async function newestArticles(
  context: SiteContext,
  node: MenuNode,
): Promise<SectionContent | undefined> {
  if (node.children.length > 0 || (await kindContent(context, node))) return undefined;
  const { list } = await context.reader.articles(node.code, 1);
  const { menu } = context.siteData;
  const cards = list.slice(0, NEWEST_ARTICLES).map(({ summary, ...article }) => ({
    href: articlePath(menu, article),
    name: article.title,
    description: summary,
    picUrl: article.picUrl,
    day: dayModel(article.publishTime, menu.language),
  }));
  return cards.length > 0 ? { kind: 'cards', list: cards } : undefined;
}

/** Leaves out a title that only repeats the heading above it. */
export const withoutTitle = (content: SectionContent, heading: string): SectionContent =>
  'title' in content && content.title === heading ? { ...content, title: undefined } : content;

/** One page of a column's articles; a page beyond the last is a 404. */
export async function articlesContent(
  context: SiteContext,
  node: MenuNode,
  page: number,
): Promise<SectionContent> {
  const { menu } = context.siteData;
  const { list, pages } = await pageOf(page, (number) => context.reader.articles(node.code, number));
  // Their column is the heading above them.
  const cards = list.map((article) => ({ ...articleCard(menu, article), column: undefined }));
  const href = nodeHref(node, menu.language);
  return { kind: 'articles', list: cards, pagination: paginationOf({ page, pages }, context, href) };
}

export function pageNumber(values: readonly string[]): number {
  const page = readPage(values);
  if (page === undefined) throw new Failure('notFound', { detail: 'no page number' });
  return page;
}

/** One page of a listing. The first page is asked first, so that no page number can send the backend anywhere. */
export async function pageOf<T>(
  page: number,
  ask: (page: number) => Promise<Listing<T>>,
): Promise<Listing<T> & { pages: number }> {
  const first = await ask(1);
  const pages = pageCount(first.total);
  if (page > pages) throw new Failure('notFound', { detail: `page ${page} of ${pages}` });
  const { list } = page === 1 ? first : await ask(page);
  return { list, total: first.total, pages };
}

/** A file beside its link: its name, type and size. The type is that of the address, which names the real file. */
export function fileModel(href: string, name: string, size: number | undefined): FileModel {
  const type = fileType(href);
  return { href, name, meta: [type, size === undefined ? '' : formatSize(size)].filter(Boolean).join(', ') };
}

function byYear<T>(records: T[], yearOfRecord: (record: T) => string): Year<T>[] {
  const years = new Map<string, T[]>();
  for (const record of records) {
    const year = yearOfRecord(record);
    years.set(year, [...(years.get(year) ?? []), record]);
  }
  return [...years].map(([year, list]) => ({ year, list }));
}
