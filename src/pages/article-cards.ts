import type { ArticleCard } from '../../views/components/article-list.tsx';
import type { PaginationModel } from '../../views/components/links.tsx';
import type { DayModel } from '../../views/components/text.tsx';
import type { ArticleSummary } from '../backend/schemas.ts';
import { articlePath } from '../content/links.ts';
import { type Menu, nodeByCode } from '../content/menu/menu.ts';
import { type Paging, pageNumbers } from '../content/paging.ts';
import { withQuery } from '../content/query.ts';
import { type HitFinder, markHits } from '../content/search/marks.ts';
import { type Day, formatDay } from '../content/time.ts';
import type { Language } from '../i18n/languages.ts';
import type { PageContext } from './page-context.ts';

/** A day for machines and in the language's own form. */
export const dayModel = (day: Day | undefined, language: Language): DayModel | undefined =>
  day === undefined ? undefined : { iso: day, text: formatDay(day, language) };

const noHits: HitFinder = () => [];

/** An article as a list shows it; where it was searched for, `find` finds the hits to mark. */
export const articleCard = (menu: Menu, article: ArticleSummary, find = noHits): ArticleCard => ({
  href: articlePath(menu, article),
  title: markHits(article.title, find(article.title)),
  summary: article.summary === undefined ? undefined : markHits(article.summary, find(article.summary)),
  picUrl: article.picUrl,
  day: dayModel(article.publishTime, menu.language),
  column: nodeByCode(menu, article.columnCode)?.name,
});

/** Plain links to the pages of a list whose address is `href`; undefined where one page holds it all. */
export function paginationOf(
  { page, pages }: Paging,
  { texts, t }: Pick<PageContext, 'texts' | 't'>,
  href: string,
): PaginationModel | undefined {
  if (pages === 1) return undefined;
  const hrefOf = (number: number) => withQuery(href, { page: number === 1 ? undefined : number });
  const step = (to: number, text: string) =>
    to >= 1 && to <= pages ? { href: hrefOf(to), text } : undefined;
  return {
    label: texts.pagination,
    status: t('pageOf', { page, pages }),
    previous: step(page - 1, texts.previousPage),
    next: step(page + 1, texts.nextPage),
    pages: pageNumbers({ page, pages }).map((number) =>
      number === 'gap'
        ? { text: '…', label: '…', current: false }
        : {
            href: hrefOf(number),
            text: `${number}`,
            label: t('pageNumber', { page: number }),
            current: number === page,
          },
    ),
  };
}
