import type { ArticleCard } from '../../../views/components/article-list.tsx';
import { nodeHref } from '../../content/links.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { hitFinder, markHits } from '../../content/search/marks.ts';
import { bestPassage } from '../../content/search/passage.ts';
import type { SearchQuery } from '../../content/search/search-query.ts';
import { excerpt } from '../../content/text/plain-text.ts';
import type { Language } from '../../i18n/languages.ts';
import type { PageHit } from '../../search/page-index.ts';

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
