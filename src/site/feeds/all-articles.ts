import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { createDeadline, type Reader } from '../../content/backend/content.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { countPages } from '../../content/paging.ts';
import { describeError } from '../../lib/failures.ts';
import { addTimes, type TimedArticle } from './article-times.ts';

/** Number of articles per call. */
const PAGE_SIZE = 100;

const CONCURRENT_CALLS = 6;

/** Timeout for reading all columns. Programs can wait longer than visitors. Columns that are not read in time are omitted. */
const MAX_READ_MS = 30_000;

/** Maximum number of pages of a column in the sitemap. */
export const MAX_PAGES = 50;

/** Returns a reader whose calls have only their own limits and the limit of all columns. */
export const patientReader = (reader: Reader): Reader => reader.withDeadline(createDeadline(MAX_READ_MS));

type Log = Pick<Logger, 'warn'>;

/**
 * Reads the articles of each column of the menu, up to `maxPages` pages of each. Omits and logs a column that fails, unless all
 * fail.
 */
export async function readArticles(
  reader: Reader,
  menu: Menu,
  log: Log,
  maxPages: number,
): Promise<TimedArticle[]> {
  const limit = pLimit(CONCURRENT_CALLS);
  const leaves = [...menu.byKey.values()].filter(
    ({ kind, children }) => kind === 'common' && children.length === 0,
  );
  let failed = 0;
  const lists = await limit.map(leaves, async ({ code }) => {
    try {
      return await readColumn(reader, code, maxPages);
    } catch (error) {
      failed += 1;
      if (failed === leaves.length) throw error;
      const { language } = menu;
      const message = 'left a column out of a feed or the sitemap';
      log.warn({ language, column: code, reason: describeError(error) }, message);
      return [];
    }
  });
  // An article may be listed in several columns.
  return [...new Map(lists.flat().map((article) => [article.id, article])).values()];
}

async function readColumn(reader: Reader, code: string, maxPages: number): Promise<TimedArticle[]> {
  // A menu item with common data has no article list.
  if ((await reader.common(code)).length > 0) return [];
  const first = await reader.articles(code, 1, PAGE_SIZE);
  const pages = Math.min(countPages(first, PAGE_SIZE), maxPages);
  const articles = [...first.list];
  for (let page = 2; page <= pages; page += 1)
    articles.push(...(await reader.articles(code, page, PAGE_SIZE)).list);
  return addTimes(articles);
}
