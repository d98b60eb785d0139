import type { ArticleCard } from '../../../views/components/article-list.tsx';
import type { ArticleSummary } from '../../backend/schemas.ts';
import { type HitFinder, markHits } from '../../content/search/marks.ts';
import { bestPassage, worthOf } from '../../content/search/passage.ts';
import type { SearchQuery } from '../../content/search/search-query.ts';
import { asSearched, textHolds } from '../../content/search/text-matches.ts';
import { plainLines } from '../../content/text/plain-text.ts';
import { articleCard } from '../article-cards.ts';
import type { SiteContext } from '../page-context.ts';
import { PASSAGE_LENGTH } from './found-pages.ts';

/** Characters of an article's HTML in which its hit is looked for. */
const MOST_HTML = 100_000;

/** Finds hits in words, as pages are searched, and anywhere, as a backend may have searched. */
type Finders = Record<'inWords' | 'anywhere', HitFinder>;

/** Whether a text has the whole keyword, or all its words. */
function answers(query: SearchQuery): (text: string) => boolean {
  const holds = textHolds(query);
  const keyword = asSearched(query.keyword);
  return (text) => asSearched(text).includes(keyword) || holds(asSearched(text));
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
  if (!passage || worthOf(passage.text, passage.hits) <= worthOf(summary, anywhere(summary))) return card;
  return { ...card, summary: markHits(passage.text, passage.hits) };
}
