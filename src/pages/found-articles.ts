import type { ArticleCard } from '../../views/components/article-list.tsx';
import type { ArticleSummary } from '../backend/schemas.ts';
import { type HitFinder, markHits } from '../content/marks.ts';
import { bestPassage } from '../content/passage.ts';
import { plainLines } from '../content/plain-text.ts';
import { articleCard } from './article-cards.ts';
import { PASSAGE_LENGTH } from './found-pages.ts';
import type { SiteContext } from './page-context.ts';

/** Characters of an article's HTML in which its hit is looked for. */
const MOST_HTML = 100_000;

/** How its hits are found: in words, as pages are searched, and anywhere, as a backend may have searched. */
type Finders = Record<'inWords' | 'anywhere', HitFinder>;

/** An article that was found; where neither title nor summary shows why, the sentence of its text that does. */
export async function foundArticle(
  { reader, siteData: { menu } }: SiteContext,
  article: ArticleSummary,
  { inWords, anywhere }: Finders,
): Promise<ArticleCard> {
  const card = articleCard(menu, article, anywhere);
  if (anywhere(article.title).length > 0 || anywhere(article.summary ?? '').length > 0) return card;
  // The article is found without it, and its summary says what it is about.
  const whole = await reader.article(article.id).catch(() => undefined);
  if (!whole) return card;
  const lines = plainLines(whole.content.slice(0, MOST_HTML));
  const length = PASSAGE_LENGTH[menu.language];
  const passage = bestPassage(lines, inWords, length) ?? bestPassage(lines, anywhere, length);
  return passage ? { ...card, summary: markHits(passage.text, passage.hits) } : card;
}
