import type { ArticleCard } from '../../views/components/article-list.tsx';
import type { ArticleSummary, Listing } from '../backend/schemas.ts';
import { nodeHref } from '../content/links.ts';
import type { Menu } from '../content/menu/menu.ts';
import { type HitFinder, hitFinder, markHits } from '../content/search/marks.ts';
import { bestPassage, distinctHitLength } from '../content/search/passage.ts';
import type { SearchQuery } from '../content/search/search-query.ts';
import { createTextMatcher, normaliseForSearch } from '../content/search/text-matches.ts';
import { excerpt, plainLines } from '../content/text/plain-text.ts';
import type { Language } from '../i18n/languages.ts';
import type { PageHit } from '../search/page-index.ts';
import type { SiteSearch } from '../search/site-search.ts';
import type { SiteContext } from './page-context.ts';
import { articleCard, pageOf } from './section-content.ts';

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

/** Pages that a search shows before the articles. */
const MOST_PAGES = 8;

/** Characters of the sentence that shows where something was found: a Chinese one says as much in half. */
export const PASSAGE_LENGTH: Record<Language, number> = { zh: 80, en: 160 };

/** The pages that were found as the list of results shows them; those that the menu no longer has are left out. */
export const foundPages = (menu: Menu, query: SearchQuery, hits: readonly PageHit[]): ArticleCard[] =>
  hits.flatMap((hit) => pageCard(menu, query, hit) ?? []).slice(0, MOST_PAGES);

function pageCard(menu: Menu, query: SearchQuery, { page, terms }: PageHit): ArticleCard | undefined {
  const node = menu.byKey.get(page.key);
  if (!node) return undefined;
  const find = hitFinder(query, terms);
  const length = PASSAGE_LENGTH[menu.language];
  const passage = bestPassage([page.description, ...page.lines], find, length);
  const { text, hits } = passage ?? {
    text: excerpt(page.description || (page.lines[0] ?? ''), length),
    hits: [],
  };
  return {
    href: nodeHref(node, menu.language),
    title: markHits(node.name, find(node.name)),
    summary: text ? markHits(text, hits) : undefined,
    column: node.parent?.name,
  };
}

/** Characters of an article's HTML in which its hit is looked for. */
const MOST_HTML = 100_000;

/** Finds hits in words, as pages are searched, and anywhere, as a backend may have searched. */
type Finders = Record<'inWords' | 'anywhere', HitFinder>;

/** Whether a text has the whole keyword, or all its words. */
function answers(query: SearchQuery): (text: string) => boolean {
  const holds = createTextMatcher(query);
  const keyword = normaliseForSearch(query.keyword);
  return (text) => normaliseForSearch(text).includes(keyword) || holds(normaliseForSearch(text));
}

/** Card of an article. Its text is the sentence that matches best, unless title or summary shows why it was found. */
export async function foundArticle(
  { reader, siteData: { menu } }: SiteContext,
  article: ArticleSummary,
  query: SearchQuery,
  { inWords, anywhere }: Finders,
): Promise<ArticleCard> {
  const card = articleCard(menu, article, anywhere);
  const { title, summary = '' } = article;
  if ([title, summary].some(answers(query))) return card;
  // The article is found without it, and its summary says what it is about.
  const whole = await reader.article(article.id).catch(() => undefined);
  if (!whole) return card;
  const lines = plainLines(whole.content.slice(0, MOST_HTML));
  const length = PASSAGE_LENGTH[menu.language];
  const passage = bestPassage(lines, inWords, length) ?? bestPassage(lines, anywhere, length);
  if (
    !passage ||
    distinctHitLength(passage.text, passage.hits) <= distinctHitLength(summary, anywhere(summary))
  )
    return card;
  return { ...card, summary: markHits(passage.text, passage.hits) };
}
