import { withQuery } from '../../content/addresses.ts';
import { nodeHref } from '../../content/links.ts';
import { anyHitFinder, hitFinder } from '../../content/search/marks.ts';
import { parseQuery } from '../../content/search/search-query.ts';
import { otherLanguage, searchPath } from '../../i18n/languages.ts';
import { SiteError } from '../../lib/failures.ts';
import { buildPage } from '../layout/head.ts';
import { layoutOf, trail } from '../layout/layout.ts';
import type { Page } from '../layout/page.ts';
import type { PageContext, SiteData } from '../layout/page-context.ts';
import { pageNumber, paginationOf } from '../menu-page/section-content.ts';
import { type Found, foundArticle, MAX_PAGES, type SearchContext, search } from './search-hits.ts';
import type { SearchBody } from './search-view.tsx';

/** Maximum length of a keyword in characters. */
export const KEYWORD_LIMIT = 100;

export async function searchPage(
  context: SearchContext,
  query: { keyword: string; page: string[] },
): Promise<Page> {
  const { reader, texts, siteData } = context;
  const keyword = query.keyword.trim();
  const page = pageNumber(query.page);
  const path = searchPath(reader.language);
  const parameters = { keyword: keyword || undefined };
  const alternate = withQuery(searchPath(otherLanguage(reader.language)), parameters);
  return buildPage(context, {
    title: titleOf(context, keyword, page),
    path: withQuery(path, { ...parameters, page: page > 1 ? page : undefined }),
    alternate: { href: alternate, exists: page === 1 },
    description: '',
    indexed: false,
    script: 'search',
    layout: layoutOf(siteData, texts),
    breadcrumbs: [...trail(context), { href: path, text: texts.searchResults }],
    body: await bodyOf(context, keyword, page),
  });
}

function titleOf({ texts, t }: PageContext, keyword: string, page: number): string {
  const title = keyword ? `${texts.searchResults}${texts.colon}${keyword}` : texts.searchResults;
  return page === 1 ? title : t('titleOnPage', { title, page });
}

async function bodyOf(context: SearchContext, keyword: string, page: number): Promise<SearchBody> {
  const { texts, t, siteData } = context;
  const empty = { kind: 'search', keyword, pages: [], list: [], suggestions: suggestions(siteData) } as const;
  const isSearchable = keyword && [...keyword].length <= KEYWORD_LIMIT;
  if (!isSearchable && page > 1) throw new SiteError('notFound', { detail: 'nothing was searched' });
  if (!keyword) return { ...empty, message: texts.searchPlaceholder };
  if (!isSearchable) return { ...empty, message: t('searchTooLong', { limit: KEYWORD_LIMIT }) };
  return { ...empty, ...(await searchResults(context, { keyword, page })) };
}

/** Returns links for a search without results: the first level of the header's menu. */
const suggestions = ({ menu }: SiteData) =>
  menu.header.map((node) => ({ href: nodeHref(node, menu.language), text: node.name }));

type SearchRequest = { keyword: string; page: number };

type Results = Pick<SearchBody, 'message' | 'note' | 'found' | 'pages' | 'list' | 'pagination'>;

/** Returns the results for a keyword, with their count as text. */
async function searchResults(context: SearchContext, request: SearchRequest): Promise<Results> {
  const { keyword, page } = request;
  const query = parseQuery(keyword);
  const firstPage = withQuery(searchPath(context.reader.language), { keyword });
  const found = await search(context, query, page);
  const note = noteOf(context, found, request);
  const { pages, articles } = found;
  if (pages.length === 0 && articles?.total === 0) {
    const message = found.arePagesMissing ? undefined : context.t('searchNothing', { keyword });
    return { found: false, message, note, pages, list: [] };
  }
  const find = { inWords: hitFinder(query), anywhere: anyHitFinder(query) };
  const listed = (articles?.list ?? []).map((article) => foundArticle(context, article, query, find));
  return {
    found: true,
    message: countOf(context, found, keyword),
    note,
    // Only the first page of the results lists the site's pages.
    pages: page === 1 ? pages.slice(0, MAX_PAGES) : [],
    list: await Promise.all(listed),
    pagination: articles && paginationOf({ page, pages: articles.pages }, context, firstPage),
  };
}

/** Counts the pages and articles found. Does not count more pages than are listed, because the search ranks only the best. */
function countOf({ t }: PageContext, { pages: { length }, articles }: Found, keyword: string): string {
  const most = length > MAX_PAGES && t('searchManyPages', { limit: MAX_PAGES });
  const pages = most || (length > 0 && t('searchPages', { count: length }));
  const found = articles && articles.total > 0 && t('searchArticles', { count: articles.total });
  const both = pages && found ? t('searchBoth', { pages, articles: found }) : pages || found;
  return t('searchFound', { found: both, keyword });
}

/** Describes what is missing from the results, with a link to retry. */
function noteOf(
  { texts, reader }: PageContext,
  { pages, arePagesMissing, areSome, articles }: Found,
  { keyword, page }: SearchRequest,
): SearchBody['note'] {
  const href = withQuery(searchPath(reader.language), { keyword, page: page > 1 ? page : undefined });
  const retry = { href, text: texts.retry };
  if (!articles) return { text: texts.searchWithoutArticles, again: retry };
  if (arePagesMissing) return { text: texts.searchWithoutPages, again: retry };
  return areSome && pages.length > 0 ? { text: texts.searchSomeWords } : undefined;
}
