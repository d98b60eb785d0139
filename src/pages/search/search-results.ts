import type { SearchBody } from '../../../views/pages/body.model.ts';
import { withQuery } from '../../content/query.ts';
import { anyHitFinder, hitFinder } from '../../content/search/marks.ts';
import { readQuery } from '../../content/search/search-query.ts';
import { paginationOf } from '../article-cards.ts';
import type { PageContext } from '../page-context.ts';
import { foundArticle } from './found-articles.ts';
import { type Found, type SearchContext, search } from './search-both.ts';

/** What a visitor asks for: a keyword as it was typed, a page of the results, and the address without that. */
type Asked = { keyword: string; page: number; path: string };

type Results = Pick<SearchBody, 'message' | 'note' | 'found' | 'pages' | 'list' | 'pagination'>;

/** What was found for a keyword, in words too. */
export async function searchResults(context: SearchContext, asked: Asked): Promise<Results> {
  const { keyword, page } = asked;
  const query = readQuery(keyword);
  const found = await search(context, query, page);
  const note = noteOf(context, found, asked);
  const { pages, articles } = found;
  if (pages.length === 0 && articles?.total === 0) {
    return { found: false, message: context.t('searchNothing', { keyword }), note, pages, list: [] };
  }
  const find = { inWords: hitFinder(query), anywhere: anyHitFinder(query) };
  const listed = (articles?.list ?? []).map((article) => foundArticle(context, article, query, find));
  return {
    found: true,
    message: countOf(context, found, keyword),
    note,
    // The first page of the results begins with the site's pages.
    pages: page === 1 ? pages : [],
    list: await Promise.all(listed),
    pagination:
      articles && paginationOf({ page, pages: articles.pages }, context, withQuery(asked.path, { keyword })),
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
  { texts }: PageContext,
  { pages, arePagesMissing, areSome, articles }: Found,
  { keyword, page, path }: Asked,
): SearchBody['note'] {
  const href = withQuery(path, { keyword, page: page > 1 ? page : undefined });
  const again = { href, text: texts.retry };
  if (!articles) return { text: texts.searchWithoutArticles, again };
  if (arePagesMissing) return { text: texts.searchWithoutPages, again };
  return areSome && pages.length > 0 ? { text: texts.searchSomeWords } : undefined;
}
