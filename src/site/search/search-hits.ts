import type { ArticleCard } from '../../../views/components/article-list.tsx';
import type { ArticleSummary, Listing } from '../../content/backend/schemas.ts';
import { nodeHref } from '../../content/links.ts';
import type { Menu, MenuItem } from '../../content/menu/menu.ts';
import {
  bestPassage,
  distinctHitLength,
  type HitFinder,
  hitFinder,
  markHits,
} from '../../content/search/marks.ts';
import { createTextMatcher, type SearchQuery } from '../../content/search/search-query.ts';
import { searchableText } from '../../content/search/words.ts';
import { excerpt } from '../../content/text/plain-text.ts';
import type { Language } from '../../i18n/languages.ts';
import type { SiteContext } from '../layout/page-context.ts';
import { articleCard, pageOf } from '../menu-page/section-content.ts';
import { textLines } from '../sections/section.ts';
import type { PageHit } from './page-index.ts';
import type { SiteSearch } from './site-search.ts';

export type SearchContext = SiteContext & { siteSearch: Pick<SiteSearch, 'find'> };

type Articles = Listing<ArticleSummary> & { pages: number };

/** Results of a search. `articles` is undefined if the backend could not search them. */
export type Found = {
  pages: ArticleCard[];
  articles?: Articles;
  arePagesMissing: boolean;
  /** The pages contain some of the words, but not all. */
  areSome: boolean;
};

/** Searches pages and articles in parallel. Fails only if the backend fails and no page was found. */
export async function search(context: SearchContext, query: SearchQuery, page: number): Promise<Found> {
  const { reader } = context;
  const searchPages = (some: boolean) => findPages(context, query, some);
  const pending = pageOf(page, (number) => reader.search(query.sent, number));
  const [articles, pages] = await Promise.allSettled([pending, searchPages(false)]);
  const found = pages.status === 'fulfilled' ? pages.value : undefined;
  const has = { pages: found ?? [], arePagesMissing: !found, areSome: false };
  if (articles.status === 'fulfilled') {
    const isNothing = articles.value.total === 0 && found?.length === 0;
    const some = isNothing ? await searchPages(true) : undefined;
    return { ...has, articles: articles.value, ...(some && { pages: some, areSome: true }) };
  }
  if (page > 1 || has.pages.length === 0) throw articles.reason;
  return has;
}

/** Returns undefined if pages cannot be searched. */
async function findPages(
  { reader, siteSearch, siteData }: SearchContext,
  query: SearchQuery,
  some: boolean,
): Promise<ArticleCard[] | undefined> {
  const hits = await siteSearch.find(reader.language, query, some);
  return hits && foundPages(siteData.menu, query, hits);
}

/** Maximum length of the passage with the hit. Chinese needs half as many characters. */
const PASSAGE_LENGTH: Record<Language, number> = { zh: 80, en: 160 };

/** Maximum number of pages listed before the articles. */
export const MAX_PAGES = 8;

/** Returns cards of the pages found, one more than is listed; omits pages that are no longer in the menu. */
const foundPages = (menu: Menu, query: SearchQuery, hits: readonly PageHit[]): ArticleCard[] =>
  hits
    .flatMap((hit) => {
      const node = menu.byKey.get(hit.page.key);
      return node ? { hit, node } : [];
    })
    .slice(0, MAX_PAGES + 1)
    .map(({ hit, node }) => pageCard(menu, query, hit, node));

function pageCard(menu: Menu, query: SearchQuery, { page, terms }: PageHit, node: MenuItem): ArticleCard {
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

/** `inWords` finds hits as pages are searched, `anywhere` as a backend may have searched. */
type Finders = Record<'inWords' | 'anywhere', HitFinder>;

/** Returns a test whether a text contains the keyword or all its words. */
function matches(query: SearchQuery): (text: string) => boolean {
  const matchesWords = createTextMatcher(query);
  const keyword = query.keyword.toLowerCase();
  return (text) => text.toLowerCase().includes(keyword) || matchesWords(searchableText(text));
}

/** Builds the card of an article. Shows the passage that matches best, unless title or summary already contain the hit. */
export async function foundArticle(
  { reader, siteData: { menu } }: SiteContext,
  article: ArticleSummary,
  query: SearchQuery,
  { inWords, anywhere }: Finders,
): Promise<ArticleCard> {
  const card = articleCard(menu, article, anywhere);
  const { title, summary = '' } = article;
  if ([title, summary].some(matches(query))) return card;
  // Without the text, the card shows the summary.
  const whole = await reader.article(article.id).catch(() => undefined);
  if (!whole) return card;
  const lines = textLines(whole.content);
  const length = PASSAGE_LENGTH[menu.language];
  const passage = bestPassage(lines, inWords, length) ?? bestPassage(lines, anywhere, length);
  if (
    !passage ||
    distinctHitLength(passage.text, passage.hits) <= distinctHitLength(summary, anywhere(summary))
  )
    return card;
  return { ...card, summary: markHits(passage.text, passage.hits) };
}
