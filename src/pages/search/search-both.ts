import type { ArticleCard } from '../../../views/components/article-list.tsx';
import type { ArticleSummary, Listing } from '../../backend/schemas.ts';
import type { SearchQuery } from '../../content/search/search-query.ts';
import type { SiteSearch } from '../../search/site-search.ts';
import type { SiteContext } from '../page-context.ts';
import { pageOf } from '../section-content.ts';
import { foundPages } from './found-pages.ts';

/** What a search page is built with. */
export type SearchContext = SiteContext & { siteSearch: Pick<SiteSearch, 'find'> };

type Articles = Listing<ArticleSummary> & { pages: number };

/** What a search has found: the site's pages, and one page of the articles, or nothing where the backend could not search them. */
export type Found = {
  pages: ArticleCard[];
  articles?: Articles;
  /** Pages could not be searched. */
  arePagesMissing: boolean;
  /** The pages have some of the words, not all. */
  areSome: boolean;
};

/** Searches pages and articles together. Without any page a search that the backend fails fails. */
export async function search(context: SearchContext, query: SearchQuery, page: number): Promise<Found> {
  const { reader } = context;
  const askPages = (some: boolean) => findPages(context, query, some);
  const asked = pageOf(page, (number) => reader.search(query.keyword, number));
  const [articles, pages] = await Promise.allSettled([asked, askPages(false)]);
  const found = pages.status === 'fulfilled' ? pages.value : undefined;
  const has = { pages: found ?? [], arePagesMissing: !found, areSome: false };
  if (articles.status === 'fulfilled') {
    const isNothing = articles.value.total === 0 && has.pages.length === 0;
    const some = isNothing ? await askPages(true) : undefined;
    return { ...has, articles: articles.value, ...(some && { pages: some, areSome: true }) };
  }
  if (page > 1 || has.pages.length === 0) throw articles.reason;
  return has;
}

/** Nothing where pages cannot be searched. */
async function findPages(
  { reader, siteSearch, siteData }: SearchContext,
  query: SearchQuery,
  some: boolean,
): Promise<ArticleCard[] | undefined> {
  const hits = await siteSearch.find(reader.language, query, some);
  return hits && foundPages(siteData.menu, query, hits);
}
