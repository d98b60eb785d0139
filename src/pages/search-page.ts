import type { Page } from '../../views/document.model.ts';
import type { SearchBody } from '../../views/pages/body.model.ts';
import { nodeHref } from '../content/links.ts';
import { anyHitFinder, hitFinder } from '../content/marks.ts';
import { withQuery } from '../content/query.ts';
import { readQuery, type SearchQuery } from '../content/search-query.ts';
import { Failure } from '../failures.ts';
import { type Language, languageFacts, otherLanguage } from '../i18n/languages.ts';
import { paginationOf } from './article-cards.ts';
import { foundArticle } from './found-articles.ts';
import { buildPage } from './head.ts';
import { layoutOf, trail } from './layout.ts';
import type { PageContext } from './page-context.ts';
import { type Found, type SearchContext, search } from './search.ts';
import { pageNumber } from './section-content.ts';
import type { SiteData } from './site-data.ts';

/** Characters of a keyword. */
export const KEYWORD_LIMIT = 100;

const searchPath = (language: Language): string => `${languageFacts[language].prefix}/search`;

/** The search page: without a keyword it asks for one, with one it shows a page of what was found. */
export async function searchPage(
  context: SearchContext,
  query: { keyword: string; page: string[] },
): Promise<Page> {
  const { reader, texts, siteData } = context;
  const keyword = query.keyword.trim();
  const page = pageNumber(query.page);
  const path = searchPath(reader.language);
  const asked = { keyword: keyword || undefined };
  const alternate = withQuery(searchPath(otherLanguage(reader.language)), asked);
  return buildPage(context, {
    title: titleOf(context, keyword, page),
    path: withQuery(path, { ...asked, page: page > 1 ? page : undefined }),
    alternate: { href: alternate, exists: page === 1 },
    indexed: false,
    script: 'search',
    layout: layoutOf(siteData, texts),
    breadcrumbs: [...trail(context), { href: path, text: texts.searchResults }],
    body: await bodyOf(context, keyword, page),
  });
}

function titleOf({ texts, t }: PageContext, keyword: string, page: number): string {
  const title = keyword ? `${texts.searchResults}: ${keyword}` : texts.searchResults;
  return page === 1 ? title : `${title} (${t('pageNumber', { page })})`;
}

async function bodyOf(context: SearchContext, keyword: string, page: number): Promise<SearchBody> {
  const { texts, t, siteData } = context;
  const empty = { kind: 'search', keyword, pages: [], list: [], suggestions: suggestions(siteData) } as const;
  const isAsked = keyword && [...keyword].length <= KEYWORD_LIMIT;
  if (!isAsked && page > 1) throw new Failure('notFound', { detail: 'nothing was searched' });
  if (!keyword) return { ...empty, message: texts.searchPlaceholder };
  if (!isAsked) return { ...empty, message: t('searchTooLong', { limit: KEYWORD_LIMIT }) };
  const query = readQuery(keyword);
  const found = await search(context, query, page);
  const common = { ...empty, note: noteOf(context, found, keyword, page) };
  if (found.pages.length === 0 && found.articles?.total === 0)
    return { ...common, found: false, message: t('searchNothing', { keyword }) };
  return {
    ...common,
    found: true,
    message: countOf(context, found, keyword),
    ...(await listsOf(context, query, found, page)),
  };
}

/** The first page of the results begins with the site's pages. */
async function listsOf(
  context: SearchContext,
  query: SearchQuery,
  { pages, articles }: Found,
  page: number,
): Promise<Pick<SearchBody, 'pages' | 'list' | 'pagination'>> {
  const find = { inWords: hitFinder(query), anywhere: anyHitFinder(query) };
  const list = await Promise.all(
    (articles?.list ?? []).map((article) => foundArticle(context, article, find)),
  );
  const href = withQuery(searchPath(context.reader.language), { keyword: query.keyword });
  return {
    pages: page === 1 ? pages : [],
    list,
    pagination: articles && paginationOf({ page, pages: articles.pages }, context, href),
  };
}

/** How many pages and articles were found, each where there are any. */
function countOf({ t }: PageContext, { pages: { length }, articles }: Found, keyword: string): string {
  const pages = length > 0 && t('searchPages', { count: length });
  const found = articles && articles.total > 0 && t('searchArticles', { count: articles.total });
  const both = pages && found ? t('searchBoth', { pages, articles: found }) : pages || found;
  return t('searchFound', { found: both, keyword });
}

/** What is missing from the results, and where to ask again. */
function noteOf(
  { texts, reader }: PageContext,
  { pages, arePagesMissing, areSome, articles }: Found,
  keyword: string,
  page: number,
): SearchBody['note'] {
  const again = {
    href: withQuery(searchPath(reader.language), { keyword, page: page > 1 ? page : undefined }),
    text: texts.retry,
  };
  if (!articles) return { text: texts.searchWithoutArticles, again };
  if (arePagesMissing) return { text: texts.searchWithoutPages, again };
  return areSome && pages.length > 0 ? { text: texts.searchSomeWords } : undefined;
}

/** Links for a search without results: the first level of the header's menu. */
const suggestions = ({ menu }: SiteData) =>
  menu.header.map((node) => ({ href: nodeHref(node, menu.language), text: node.name }));
