import type { ArticleCard } from '../../../views/components/article-list.tsx';
import type { ArticleSummary, Listing } from '../../content/backend/schemas.ts';
import { menuItemHref } from '../../content/links.ts';
import type { Menu, MenuItem } from '../../content/menu/menu.ts';
import {
  createHitFinder,
  createLooseHitFinder,
  distinctHitLength,
  findBestPassage,
  markHits,
} from '../../content/search/marks.ts';
import { createTextMatcher, type SearchQuery, toSearchableText } from '../../content/search/search-query.ts';
import { excerpt } from '../../content/text/plain-text.ts';
import type { Language } from '../../i18n/languages.ts';
import type { SiteContext } from '../layout/page-context.ts';
import { articleCard, loadListingPage } from '../menu-page/section-content.ts';
import { textLines } from '../sections/section.ts';
import type { PageHit } from './page-index.ts';
import type { SiteSearch } from './site-search.ts';

export type SearchContext = SiteContext & { siteSearch: Pick<SiteSearch, 'find'> };

type Articles = Listing<ArticleSummary> & { pageCount: number };

/** `articles` is undefined if the backend could not search. `note` says what a retry may find, or that words are missing. */
export type Found = { pages: ArticleCard[]; articles?: Articles; note?: { text: string; canRetry: boolean } };

/** Searches pages and articles in parallel. Fails only if the backend fails and no page was found. */
export async function findAll(context: SearchContext, query: SearchQuery, pageNo: number): Promise<Found> {
  const { reader, siteSearch, siteData, texts } = context;
  const findPages = async (some: boolean) => {
    // Without the site's pages, the articles are still listed.
    const hits = await siteSearch.find(reader.language, query, some).catch(() => undefined);
    return hits && foundPages(siteData.menu, query, hits);
  };
  const pages = findPages(false);
  const articles = await loadListingPage(pageNo, (number) => reader.search(query.sent, number)).catch(
    async (error) => {
      if (pageNo > 1 || !(await pages)?.length) throw error;
      return undefined;
    },
  );
  const found = await pages;
  if (!articles) return { pages: found ?? [], note: { text: texts.searchWithoutArticles, canRetry: true } };
  if (!found) return { pages: [], articles, note: { text: texts.searchWithoutPages, canRetry: true } };
  if (articles.total !== 0 || found.length > 0) return { pages: found, articles };
  const some = (await findPages(true)) ?? [];
  if (some.length === 0) return { pages: [], articles };
  return { pages: some, articles, note: { text: texts.searchSomeWords, canRetry: false } };
}

/** Maximum length of the passage with the hit. Chinese needs half as many characters. */
const PASSAGE_LENGTH: Record<Language, number> = { zh: 80, en: 160 };

export const MAX_LISTED_PAGES = 8;

/** Returns cards of the pages found, one more than is listed; omits pages that are no longer in the menu. */
const foundPages = (menu: Menu, query: SearchQuery, hits: readonly PageHit[]): ArticleCard[] =>
  hits
    .flatMap((hit) => {
      const node = menu.byKey.get(hit.page.key);
      return node ? { hit, node } : [];
    })
    .slice(0, MAX_LISTED_PAGES + 1)
    .map(({ hit, node }) => pageCard(menu, query, hit, node));

function pageCard(menu: Menu, query: SearchQuery, { page, terms }: PageHit, node: MenuItem): ArticleCard {
  const find = createHitFinder(query, terms);
  const length = PASSAGE_LENGTH[menu.language];
  const passage = findBestPassage([page.description, ...page.lines], find, length);
  const { text, hits } = passage ?? {
    text: excerpt(page.description || (page.lines[0] ?? ''), length),
    hits: [],
  };
  return {
    href: menuItemHref(node, menu.language),
    title: markHits(node.name, find(node.name)),
    summary: text ? markHits(text, hits) : undefined,
    column: node.parent?.name,
  };
}

/** Returns a test whether text contains the keyword or all its words. */
function matches(query: SearchQuery): (text: string) => boolean {
  const matchesWords = createTextMatcher(query);
  const keyword = query.keyword.toLowerCase();
  return (text) => text.toLowerCase().includes(keyword) || matchesWords(toSearchableText(text));
}

/** Builds the card of an article. With `showsPassage`, shows the best passage, unless title or summary contain the hit. */
export async function foundArticle(
  { reader, siteData: { menu } }: SiteContext,
  article: ArticleSummary,
  query: SearchQuery,
  showsPassage: boolean,
): Promise<ArticleCard> {
  const anywhere = createLooseHitFinder(query);
  const card = articleCard(menu, article, anywhere);
  const { title, summary = '' } = article;
  if (!showsPassage || [title, summary].some(matches(query))) return card;
  // Without the text, the card shows the summary.
  const whole = await reader.article(article.id).catch(() => undefined);
  if (!whole) return card;
  const lines = textLines(whole.content);
  const length = PASSAGE_LENGTH[menu.language];
  const passage =
    findBestPassage(lines, createHitFinder(query), length) ?? findBestPassage(lines, anywhere, length);
  if (
    !passage ||
    distinctHitLength(passage.text, passage.hits) <= distinctHitLength(summary, anywhere(summary))
  )
    return card;
  return { ...card, summary: markHits(passage.text, passage.hits) };
}
