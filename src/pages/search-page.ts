import type { Body, Page } from '../../views/page-model.ts';
import { nodeHref } from '../content/links.ts';
import { readPage } from '../content/paging.ts';
import { withQuery } from '../content/query.ts';
import { Failure } from '../failures.ts';
import { languageFacts, otherLanguage } from '../i18n/languages.ts';
import { articleCard, paginationOf } from './cards.ts';
import type { Ground, PageContext } from './context.ts';
import { frameOf, trail } from './frame.ts';
import { headOf } from './head.ts';
import { pageOf } from './section-content.ts';
import { switchHref } from './twin.ts';

/** Characters of a keyword. */
export const KEYWORD_LIMIT = 100;

export type SearchQuery = { keyword: string; page: string[] };
type SearchBody = Extract<Body, { kind: 'search' }>;

/** The search page: without a keyword it asks for one, with one it shows a page of what was found. */
export async function searchPage(context: PageContext, ground: Ground, query: SearchQuery): Promise<Page> {
  const { reader, texts } = context;
  const keyword = query.keyword.trim();
  const page = readPage(query.page);
  if (page === undefined) throw new Failure('notFound', { detail: 'no page number' });
  const path = `${languageFacts[reader.language].prefix}/search`;
  const frame = frameOf(ground, texts);
  const parameters = { keyword: keyword || undefined, page: page > 1 ? `${page}` : undefined };
  const twin = { href: `${languageFacts[otherLanguage(reader.language)].prefix}/search`, exists: true };
  return {
    language: reader.language,
    head: headOf(context, frame, {
      title: titleOf(context, keyword, page),
      path: withQuery(path, parameters),
      twin: { href: withQuery(twin.href, { keyword: parameters.keyword }), exists: page === 1 },
      indexed: false,
      script: 'search',
    }),
    frame,
    breadcrumbs: [...trail(ground.menu, undefined, texts), { href: path, text: texts.searchResults }],
    switchHref: switchHref(twin, reader.language, { keyword: parameters.keyword }),
    body: await bodyOf(context, ground, keyword, page, path),
  };
}

function titleOf({ texts, t }: PageContext, keyword: string, page: number): string {
  const title = keyword ? `${texts.searchResults}: ${keyword}` : texts.searchResults;
  return page === 1 ? title : `${title} (${t('pageNumber', { page })})`;
}

async function bodyOf(
  context: PageContext,
  ground: Ground,
  keyword: string,
  page: number,
  path: string,
): Promise<SearchBody> {
  const { reader, texts, t } = context;
  const empty: SearchBody = { kind: 'search', keyword, list: [], suggestions: suggestions(ground) };
  const isAsked = keyword && [...keyword].length <= KEYWORD_LIMIT;
  if (!isAsked && page > 1) throw new Failure('notFound', { detail: 'nothing was searched' });
  if (!keyword) return { ...empty, message: texts.searchPlaceholder };
  if (!isAsked) return { ...empty, message: t('searchTooLong', { limit: KEYWORD_LIMIT }) };
  const { list, total, pages } = await pageOf(page, (number) => reader.search(keyword, number));
  if (total === 0) return { ...empty, found: false, message: t('searchNothing', { keyword }) };
  return {
    ...empty,
    found: true,
    message: t('searchCount', { count: total, keyword }),
    list: list.map((article) => articleCard(ground.menu, article, keyword)),
    pagination: paginationOf({ page, pages }, context, (number) =>
      withQuery(path, { keyword, page: number === 1 ? undefined : number }),
    ),
  };
}

/** Where someone may start who found nothing: the first level of the menu. */
const suggestions = ({ menu }: Ground) =>
  menu.roots.map((node) => ({ href: nodeHref(node, menu.language), text: node.name }));
