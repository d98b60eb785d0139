import type { Page } from '../../../views/document.model.ts';
import type { SearchBody } from '../../../views/pages/body.model.ts';
import { nodeHref } from '../../content/links.ts';
import { withQuery } from '../../content/query.ts';
import { type Language, languageFacts, otherLanguage } from '../../i18n/languages.ts';
import { Failure } from '../../lib/failures.ts';
import { buildPage } from '../head.ts';
import { layoutOf, trail } from '../layout.ts';
import type { PageContext } from '../page-context.ts';
import { pageNumber } from '../section-content.ts';
import type { SiteData } from '../site-data.ts';
import type { SearchContext } from './search-both.ts';
import { searchResults } from './search-results.ts';

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
  const title = keyword ? `${texts.searchResults}${texts.colon}${keyword}` : texts.searchResults;
  return page === 1 ? title : t('titleOnPage', { title, page });
}

async function bodyOf(context: SearchContext, keyword: string, page: number): Promise<SearchBody> {
  const { texts, t, siteData, reader } = context;
  const empty = { kind: 'search', keyword, pages: [], list: [], suggestions: suggestions(siteData) } as const;
  const isAsked = keyword && [...keyword].length <= KEYWORD_LIMIT;
  if (!isAsked && page > 1) throw new Failure('notFound', { detail: 'nothing was searched' });
  if (!keyword) return { ...empty, message: texts.searchPlaceholder };
  if (!isAsked) return { ...empty, message: t('searchTooLong', { limit: KEYWORD_LIMIT }) };
  const path = searchPath(reader.language);
  return { ...empty, ...(await searchResults(context, { keyword, page, path })) };
}

/** Links for a search without results: the first level of the header's menu. */
const suggestions = ({ menu }: SiteData) =>
  menu.header.map((node) => ({ href: nodeHref(node, menu.language), text: node.name }));
