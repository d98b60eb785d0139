import type { RequestHandler } from 'express';
import { menuItemHref } from '../../content/links.ts';
import { PAGE_SIZE } from '../../content/paging.ts';
import { foldText } from '../../content/search/fold-text.ts';
import { parseQuery } from '../../content/search/search-query.ts';
import { searchPath } from '../../content/site-paths.ts';
import { withQuery } from '../../content/urls.ts';
import { redirectToCanonical } from '../../http/middleware/canonical-url.ts';
import { isFragmentRequest } from '../../http/middleware/request-url.ts';
import { otherLanguage } from '../../i18n/languages.ts';
import { SiteError } from '../../lib/failures.ts';
import type { Services } from '../../services.ts';
import { breadcrumbsTo, buildPage } from '../layout/build-page.ts';
import { buildLayout, type PageContext, type SiteData } from '../layout/page-context.ts';
import { type Page, renderSearch } from '../layout/render.tsx';
import { buildPagination, pageNumber } from '../menu-page/section-content.ts';
import { type Found, findAll, foundArticle, MAX_LISTED_PAGES, type SearchContext } from './search-hits.ts';
import type { SearchBody } from './search-view.tsx';

const KEYWORD_LIMIT = 100;

async function searchPage(context: SearchContext, query: { keyword: string; page: string[] }): Promise<Page> {
  const { reader, texts, siteData } = context;
  // Invisible characters are copied from other apps.
  const keyword = foldText(query.keyword).trim() && query.keyword.trim();
  const pageNo = pageNumber(query.page);
  const path = searchPath(reader.language);
  const parameters = { keyword: keyword || undefined };
  const alternate = withQuery(searchPath(otherLanguage(reader.language)), parameters);
  return buildPage(context, {
    title: buildTitle(context, keyword, pageNo),
    path: withQuery(path, { ...parameters, page: pageNo > 1 ? pageNo : undefined }),
    alternate: { href: alternate, exists: pageNo === 1 },
    indexed: false,
    script: 'search',
    layout: buildLayout(siteData, texts),
    breadcrumbs: [...breadcrumbsTo(context), { href: path, text: texts.searchResults }],
    body: await buildBody(context, keyword, pageNo),
  });
}

function buildTitle({ texts, t }: PageContext, keyword: string, pageNo: number): string {
  const title = keyword ? `${texts.searchResults}${texts.colon}${keyword}` : texts.searchResults;
  return pageNo === 1 ? title : t('titleOnPage', { title, page: pageNo });
}

async function buildBody(context: SearchContext, keyword: string, pageNo: number): Promise<SearchBody> {
  const { texts, t, siteData } = context;
  const empty = { kind: 'search', keyword, pages: [], list: [], suggestions: suggestions(siteData) } as const;
  const isSearchable = keyword && [...keyword].length <= KEYWORD_LIMIT;
  if (!isSearchable && pageNo > 1) throw new SiteError('notFound', { detail: 'nothing was searched' });
  if (!keyword) return { ...empty, message: texts.searchPlaceholder };
  if (!isSearchable) return { ...empty, message: t('searchTooLong', { limit: KEYWORD_LIMIT }) };
  return { ...empty, ...(await searchResults(context, keyword, pageNo)) };
}

/** Returns links for a search without results: the first level of the header's menu. */
const suggestions = ({ menu }: SiteData) =>
  menu.header.map((node) => ({ href: menuItemHref(node, menu.language), text: node.name }));

/** Whether a result contains all words of the query, or a retry may find one. */
const isAnswer = ({ pages, articles, note }: Found): boolean =>
  note ? note.canRetry : pages.length > 0 || articles?.total !== 0;

/** Searches in simplified characters, then as typed if no result contains all words: names may be traditional. */
async function findTyped(context: SearchContext, keyword: string, pageNo: number) {
  const query = parseQuery(keyword);
  const found = await findAll(context, query, pageNo);
  const typed = parseQuery(keyword, String);
  if (isAnswer(found) || typed.keyword === query.keyword) return { query, found };
  const foundTyped = await findAll(context, typed, pageNo);
  return isAnswer(foundTyped) ? { query: typed, found: foundTyped } : { query, found };
}

type Results = Pick<SearchBody, 'message' | 'note' | 'found' | 'pages' | 'list' | 'pagination'>;

async function searchResults(context: SearchContext, keyword: string, pageNo: number): Promise<Results> {
  const { t, texts, reader } = context;
  const { query, found } = await findTyped(context, keyword, pageNo);
  const firstPage = withQuery(searchPath(reader.language), { keyword });
  const { pages, articles } = found;
  const retry = { href: withQuery(firstPage, { page: pageNo > 1 ? pageNo : undefined }), text: texts.retry };
  const note = found.note && { text: found.note.text, retry: found.note.canRetry ? retry : undefined };
  if (pages.length === 0 && articles?.total === 0)
    return {
      found: false,
      message: note ? undefined : t('searchNothing', { keyword }),
      note,
      pages,
      list: [],
    };
  const listed = (articles?.list ?? []).map((article, at) =>
    foundArticle(context, article, query, at < PAGE_SIZE),
  );
  return {
    found: true,
    message: describeCount(context, found, keyword),
    note,
    // Only the first page of the results lists the site's pages.
    pages: pageNo === 1 ? pages.slice(0, MAX_LISTED_PAGES) : [],
    list: await Promise.all(listed),
    pagination: articles && buildPagination({ pageNo, pageCount: articles.pageCount }, context, firstPage),
  };
}

/** Describes the number of pages and articles. Does not count more pages than are listed: the search ranks only the best. */
function describeCount({ t }: PageContext, { pages: { length }, articles }: Found, keyword: string): string {
  const most = length > MAX_LISTED_PAGES && t('searchManyPages', { limit: MAX_LISTED_PAGES });
  const pages = most || (length > 0 && t('searchPages', { count: length }));
  const found = articles && articles.total > 0 && t('searchArticles', { count: articles.total });
  const both = pages && found ? t('searchBoth', { pages, articles: found }) : pages || found;
  return t('searchFound', { found: both, keyword });
}

type Dependencies = Pick<Services, 'requestContexts' | 'pageSender' | 'siteSearch'>;

export function search({ requestContexts, pageSender, siteSearch }: Dependencies): RequestHandler {
  return async (request, response) => {
    if (redirectToCanonical(searchPath(request.lng), request, response)) return;
    const context = await requestContexts.siteContextOf(request);
    const { query } = request.parsedUrl;
    const parameters = { keyword: query.get('keyword') ?? '', page: query.getAll('page') };
    const page = await searchPage({ ...context, siteSearch }, parameters);
    response.vary('HX-Request');
    const renderPart = isFragmentRequest(request) ? renderSearch : undefined;
    return pageSender.sendUncached(response, page, context.reader, renderPart);
  };
}
