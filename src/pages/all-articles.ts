import pLimit from 'p-limit';
import type { Reader } from '../backend/content.ts';
import type { ArticleSummary } from '../backend/schemas.ts';
import type { Menu, MenuNode } from '../content/menu/menu.ts';
import { newerFirst } from '../content/time.ts';

/** Articles per call. */
const PAGE_SIZE = 100;

/** A menu can have thousands of items. */
const CONCURRENT_CALLS = 8;

/** Maximum pages of a column in the sitemap. */
const MAX_PAGES = 50;

/** Menu items that show an article list: without a section kind, children and common data. */
async function columnsOf(reader: Reader, menu: Menu): Promise<MenuNode[]> {
  const leaves = [...menu.byKey.values()].filter(
    (node) => node.kind === 'common' && node.children.length === 0,
  );
  const isColumn = await mapBounded(leaves, async ({ code }) => (await reader.common(code)).length === 0);
  return leaves.filter((_, index) => isColumn[index]);
}

export async function allArticles(reader: Reader, menu: Menu): Promise<ArticleSummary[]> {
  const columns = await columnsOf(reader, menu);
  return uniqueById((await mapBounded(columns, (column) => wholeColumn(reader, column))).flat());
}

/** An article may be listed in several columns. */
const uniqueById = (articles: readonly ArticleSummary[]): ArticleSummary[] => [
  ...new Map(articles.map((article) => [article.id, article])).values(),
];

async function wholeColumn(reader: Reader, column: MenuNode): Promise<ArticleSummary[]> {
  const first = await reader.articles(column.code, 1, PAGE_SIZE);
  const pages = Math.min(Math.ceil(first.total / PAGE_SIZE), MAX_PAGES);
  const rest = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => index + 2);
  const others = await mapBounded(rest, (page) => reader.articles(column.code, page, PAGE_SIZE));
  return [first, ...others].flatMap(({ list }) => list);
}

/** The newest articles of all columns of the menu, newest first. */
export async function newestArticles(reader: Reader, menu: Menu, count: number): Promise<ArticleSummary[]> {
  const columns = await columnsOf(reader, menu);
  const listings = await mapBounded(columns, ({ code }) => reader.articles(code));
  return uniqueById(listings.flatMap(({ list }) => list))
    .sort((a, b) => newerFirst(a.publishTime, b.publishTime))
    .slice(0, count);
}

/** Maps with at most `CONCURRENT_CALLS` promises under way; after a failure no further one starts. */
async function mapBounded<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(CONCURRENT_CALLS);
  try {
    return await limit.map(items, map);
  } finally {
    limit.clearQueue();
  }
}
