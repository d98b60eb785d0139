import type { ArticleCard } from '../../../views/components/article-list.tsx';
import type { PaginationModel } from '../../../views/components/links.tsx';
import type { ArticleSummary, Listing } from '../../content/backend/schemas.ts';
import { articlePath, menuItemHref } from '../../content/links.ts';
import { findMenuItem, type Menu, type MenuItem } from '../../content/menu/menu.ts';
import { countPages, listPageNumbers, type Paging, parsePageNumber } from '../../content/paging.ts';
import { type HitFinder, markHits } from '../../content/search/marks.ts';
import { withQuery } from '../../content/urls.ts';
import { SiteError } from '../../lib/failures.ts';
import type { PageContext, SiteContext } from '../layout/page-context.ts';
import { buildDayModel } from '../sections/section.ts';
import { type SectionContent, sections } from '../sections/section-view.tsx';

const NEWEST_ARTICLES = 3;

/** Returns the content of a menu item's kind, or undefined if the item has only articles. */
export async function loadKindContent(context: SiteContext, node: MenuItem) {
  const content = await sections[node.kind].load(context, node);
  return content && withoutRepeatedTitle(content, node.name);
}

export const loadContent = async (context: SiteContext, node: MenuItem): Promise<SectionContent> =>
  (await loadKindContent(context, node)) ?? loadArticleList(context, node, 1);

/** Returns cards of the newest articles, or undefined if the item has no articles or other content. */
export async function loadNewestArticles(
  context: SiteContext,
  node: MenuItem,
): Promise<SectionContent | undefined> {
  if (node.kind !== 'common' || node.children.length > 0) return undefined;
  if (await loadKindContent(context, node)) return undefined;
  const { list } = await context.reader.articles(node.code, 1);
  const { menu } = context.siteData;
  const cards = list.slice(0, NEWEST_ARTICLES).map(({ summary, ...article }) => ({
    href: articlePath(menu, article),
    name: article.title,
    description: summary,
    picUrl: article.picUrl,
    day: buildDayModel(article.publishTime, menu.language),
  }));
  return cards.length > 0 ? { kind: 'cards', list: cards } : undefined;
}

/** Removes a title that repeats the heading above it. */
export const withoutRepeatedTitle = (content: SectionContent, heading: string): SectionContent =>
  'title' in content && content.title === heading ? { ...content, title: undefined } : content;

/** Returns one page of a column's articles; a page beyond the last is a 404. */
export async function loadArticleList(
  context: SiteContext,
  node: MenuItem,
  pageNo: number,
): Promise<SectionContent> {
  const { menu } = context.siteData;
  const { list, pageCount } = await loadListingPage(pageNo, (number) =>
    context.reader.articles(node.code, number),
  );
  // The heading above already names the column.
  const cards = list.map((article) => ({ ...articleCard(menu, article), column: undefined }));
  const href = menuItemHref(node, menu.language);
  const about = `${context.texts.colon}${node.name}`;
  return {
    kind: 'articles',
    list: cards,
    pagination: buildPagination({ pageNo, pageCount }, context, href, about),
  };
}

export function pageNumber(values: readonly string[]): number {
  const pageNo = parsePageNumber(values);
  if (pageNo === undefined) throw new SiteError('notFound', { detail: 'not a page number' });
  return pageNo;
}

/** Reads the first page first, so that page numbers beyond the last are never sent to the backend. */
export async function loadListingPage<T>(
  pageNo: number,
  read: (pageNo: number) => Promise<Listing<T>>,
): Promise<Listing<T> & { pageCount: number }> {
  const first = await read(1);
  const pageCount = countPages(first);
  if (pageNo > pageCount) throw new SiteError('notFound', { detail: `page ${pageNo} of ${pageCount}` });
  const { list, received } = pageNo === 1 ? first : await read(pageNo);
  return { list, received, total: first.total, pageCount };
}

/** Builds the card of an article; `find` returns the search hits to mark. */
export const articleCard = (
  menu: Menu,
  article: ArticleSummary,
  find: HitFinder = () => [],
): ArticleCard => ({
  href: articlePath(menu, article),
  title: markHits(article.title, find(article.title)),
  summary: article.summary === undefined ? undefined : markHits(article.summary, find(article.summary)),
  picUrl: article.picUrl,
  day: buildDayModel(article.publishTime, menu.language),
  column: findMenuItem(menu, article.columnCode)?.name,
});

/** Returns links to the pages of a list, or undefined if it has only one. `about` distinguishes the lists of one page. */
export function buildPagination(
  { pageNo, pageCount }: Paging,
  { texts, t }: Pick<PageContext, 'texts' | 't'>,
  href: string,
  about = '',
): PaginationModel | undefined {
  if (pageCount === 1) return undefined;
  const hrefOf = (number: number) => withQuery(href, { page: number === 1 ? undefined : number });
  const step = (to: number, text: string) =>
    to >= 1 && to <= pageCount ? { href: hrefOf(to), text } : undefined;
  return {
    label: texts.pagination + about,
    status: t('pageOf', { page: pageNo, pages: pageCount }),
    previous: step(pageNo - 1, texts.previousPage),
    next: step(pageNo + 1, texts.nextPage),
    pages: listPageNumbers({ pageNo, pageCount }).map((number) =>
      number === 'gap'
        ? { text: '…', label: '…', current: false }
        : {
            href: hrefOf(number),
            text: `${number}`,
            label: t('pageNumber', { page: number }),
            current: number === pageNo,
          },
    ),
  };
}
