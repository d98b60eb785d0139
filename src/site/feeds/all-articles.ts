import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { createDeadline, type Reader } from '../../content/backend/content.ts';
import type { ArticleSummary } from '../../content/backend/schemas.ts';
import type { Menu, MenuItem } from '../../content/menu/menu.ts';
import { pageCount } from '../../content/paging.ts';
import { newerFirst } from '../../content/time.ts';
import { reasonOf } from '../../lib/failures.ts';

/** Number of articles per call. */
const PAGE_SIZE = 100;

const CONCURRENT_CALLS = 6;

/** Programs can wait longer for a cold site than visitors. Columns that are not read by then are omitted. */
const MAX_READ_MS = 30_000;

/** Maximum number of pages of a column in the sitemap. */
const MAX_PAGES = 50;

/** Returns a reader whose calls have only their own limits and the limit of all columns. */
export const patientReader = (reader: Reader): Reader => reader.withDeadline(createDeadline(MAX_READ_MS));

type Log = Pick<Logger, 'warn'>;

/** Reads the articles of each column of the menu, `all` or the newest. Omits and logs a column that fails, unless all fail. */
async function readColumns(reader: Reader, menu: Menu, log: Log, all: boolean): Promise<ArticleSummary[]> {
  const limit = pLimit(CONCURRENT_CALLS);
  const leaves = [...menu.byKey.values()].filter(
    ({ kind, children }) => kind === 'common' && children.length === 0,
  );
  let failed = 0;
  const lists = await limit.map(leaves, async (leaf) => {
    try {
      return await (all ? wholeColumn(reader, leaf) : newestOf(reader, leaf));
    } catch (error) {
      failed += 1;
      if (failed === leaves.length) throw error;
      const { language } = menu;
      log.warn(
        { language, column: leaf.code, reason: reasonOf(error) },
        'left a column out of a feed or the sitemap',
      );
      return [];
    }
  });
  // An article may be listed in several columns.
  return [...new Map(lists.flat().map((article) => [article.id, article])).values()];
}

/** A menu item with common data has no article list. */
const hasArticles = async (reader: Reader, { code }: MenuItem): Promise<boolean> =>
  (await reader.common(code)).length === 0;

async function newestOf(reader: Reader, column: MenuItem): Promise<ArticleSummary[]> {
  return (await hasArticles(reader, column)) ? (await reader.articles(column.code)).list : [];
}

async function wholeColumn(reader: Reader, column: MenuItem): Promise<ArticleSummary[]> {
  if (!(await hasArticles(reader, column))) return [];
  const first = await reader.articles(column.code, 1, PAGE_SIZE);
  const pages = Math.min(pageCount(first, PAGE_SIZE), MAX_PAGES);
  const articles = [...first.list];
  for (let page = 2; page <= pages; page += 1)
    articles.push(...(await reader.articles(column.code, page, PAGE_SIZE)).list);
  return articles;
}

export const allArticles = (reader: Reader, menu: Menu, log: Log): Promise<ArticleSummary[]> =>
  readColumns(reader, menu, log, true);

/** Returns the newest articles of all columns of the menu, newest first. */
export async function newestArticles(
  reader: Reader,
  menu: Menu,
  log: Log,
  count: number,
): Promise<ArticleSummary[]> {
  const articles = await readColumns(reader, menu, log, false);
  return articles.sort((a, b) => newerFirst(a.publishTime, b.publishTime)).slice(0, count);
}
