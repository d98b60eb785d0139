import type { Page } from '../../views/document.model.ts';
import type { SearchBody } from '../../views/pages/body.model.ts';
import { nodeHref } from '../content/links.ts';
import { readPage } from '../content/paging.ts';
import { withQuery } from '../content/query.ts';
import { Failure } from '../failures.ts';
import { languageFacts, otherLanguage } from '../i18n/languages.ts';
import { switchHref } from './alternate.ts';
import { articleCard, paginationOf } from './cards.ts';
import { headOf } from './head.ts';
import { layoutOf, trail } from './layout.ts';
import type { PageContext } from './page-context.ts';
import { pageOf } from './section-content.ts';
import type { SiteData } from './site-data.ts';

/** Characters of a keyword. */
export const KEYWORD_LIMIT = 100;

export type SearchQuery = { keyword: string; page: string[] };
/** The search page: without a keyword it asks for one, with one it shows a page of what was found. */
export async function searchPage(
  context: PageContext,
  siteData: SiteData,
  query: SearchQuery,
): Promise<Page> {
  const { reader, texts } = context;
  const keyword = query.keyword.trim();
  const page = readPage(query.page);
  if (page === undefined) throw new Failure('notFound', { detail: 'no page number' });
  const path = `${languageFacts[reader.language].prefix}/search`;
  const layout = layoutOf(siteData, texts);
  const parameters = { keyword: keyword || undefined, page: page > 1 ? `${page}` : undefined };
  const alternate = { href: `${languageFacts[otherLanguage(reader.language)].prefix}/search`, exists: true };
  return {
    language: reader.language,
    head: headOf(context, layout, {
      title: titleOf(context, keyword, page),
      path: withQuery(path, parameters),
      alternate: { href: withQuery(alternate.href, { keyword: parameters.keyword }), exists: page === 1 },
      indexed: false,
      script: 'search',
    }),
    layout,
    breadcrumbs: [...trail(siteData.menu, undefined, texts), { href: path, text: texts.searchResults }],
    switchHref: switchHref(alternate, reader.language, { keyword: parameters.keyword }),
    body: await bodyOf(context, siteData, keyword, page, path),
  };
}

function titleOf({ texts, t }: PageContext, keyword: string, page: number): string {
  const title = keyword ? `${texts.searchResults}: ${keyword}` : texts.searchResults;
  return page === 1 ? title : `${title} (${t('pageNumber', { page })})`;
}

async function bodyOf(
  context: PageContext,
  siteData: SiteData,
  keyword: string,
  page: number,
  path: string,
): Promise<SearchBody> {
  const { reader, texts, t } = context;
  const empty: SearchBody = { kind: 'search', keyword, list: [], suggestions: suggestions(siteData) };
  const isAsked = keyword && [...keyword].length <= KEYWORD_LIMIT;
  if (!isAsked && page > 1) throw new Failure('notFound', { detail: 'nothing was searched' });
  if (!keyword) return { ...empty, message: texts.searchPlaceholder };
  if (!isAsked) return { ...empty, message: t('searchTooLong', { limit: KEYWORD_LIMIT }) };
  const { list, total, pages } = await pageOf(page, (number) => reader.search(keyword, number));
  if (total === 0) return { ...empty, found: false, message: t('searchNothing', { keyword }) };
  return {
    ...empty,
    found: true,
    message: t('searchCount', { count: total, keyword }),
    list: list.map((article) => articleCard(siteData.menu, article, keyword)),
    pagination: paginationOf({ page, pages }, context, withQuery(path, { keyword })),
  };
}

/** Links for a search without results: the first level of the menu. */
const suggestions = ({ menu }: SiteData) =>
  menu.roots.map((node) => ({ href: nodeHref(node, menu.language), text: node.name }));
