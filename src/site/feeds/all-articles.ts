import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { createDeadline, type Reader } from '../../content/backend/content.ts';
import type { ArticleSummary } from '../../content/backend/schemas.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { countPages } from '../../content/paging.ts';
import { parseTimestamp, SHANGHAI_OFFSET_MS } from '../../content/time.ts';
import { DAY_MS, SECOND_MS } from '../../lib/days.ts';
import { describeError } from '../../lib/failures.ts';

export const ARTICLES_PER_CALL = 100;
const CONCURRENT_CALLS = 6;

/** Timeout for reading all columns. Programs can wait longer than visitors. Columns that are not read in time are omitted. */
const MAX_READ_MS = 30_000;

/** Limit for the sitemap. */
export const MAX_PAGES_PER_COLUMN = 50;

/** Returns a reader whose calls have only their own limits and the limit of all columns. */
export const withLongDeadline = (reader: Reader): Reader => reader.withDeadline(createDeadline(MAX_READ_MS));

/** Reads the articles of each column in the menu, up to `maxPages` pages each. Omits and logs a column that fails, unless all fail. */
export async function readAllArticles(
  reader: Reader,
  menu: Menu,
  log: Pick<Logger, 'warn'>,
  maxPages: number,
): Promise<TimedArticle[]> {
  const leaves = [...menu.byKey.values()].filter(
    ({ kind, children }) => kind === 'common' && children.length === 0,
  );
  let failed = 0;
  const lists = await pLimit(CONCURRENT_CALLS).map(leaves, async ({ code }) => {
    try {
      return await readColumn(reader, code, maxPages);
    } catch (error) {
      failed += 1;
      if (failed === leaves.length) throw error;
      const details = { language: menu.language, column: code, reason: describeError(error) };
      log.warn(details, 'left a column out of a feed or the sitemap');
      return [];
    }
  });
  // An article may be listed in several columns.
  return [...new Map(lists.flat().map((article) => [article.id, article])).values()];
}

async function readColumn(reader: Reader, code: string, maxPages: number): Promise<TimedArticle[]> {
  // A menu item with common data has no article list.
  if ((await reader.common(code)).length > 0) return [];
  const first = await reader.articles(code, 1, ARTICLES_PER_CALL);
  const pages = Math.min(countPages(first, ARTICLES_PER_CALL), maxPages);
  const articles = [...first.list];
  for (let page = 2; page <= pages; page += 1)
    articles.push(...(await reader.articles(code, page, ARTICLES_PER_CALL)).list);
  return addTimes(articles);
}

export type TimedArticle = ArticleSummary & { updatedMs: number };

/** Atom requires a timestamp even if an article has none. */
const UNKNOWN_TIME = '1970-01-01';

const startOfDay = (time: number): number =>
  Math.floor((time + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS;

/**
 * Dates a column's articles, which are sorted newest first. Those without a time (or at midnight) are one second apart, counted from
 * the oldest, so that a new one changes no other.
 */
export function addTimes(articles: readonly ArticleSummary[]): TimedArticle[] {
  const newestOfDay = new Map<number, number>();
  return articles
    .toReversed()
    .map((article) => {
      const time = parseTimestamp(article.publishTime ?? UNKNOWN_TIME);
      const day = startOfDay(time);
      const newest = newestOfDay.get(day);
      const updatedMs = time === day && newest !== undefined ? newest + SECOND_MS : time;
      newestOfDay.set(day, Math.max(updatedMs, newest ?? updatedMs));
      return { ...article, updatedMs };
    })
    .reverse();
}
