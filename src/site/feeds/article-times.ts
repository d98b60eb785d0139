import type { ArticleSummary } from '../../content/backend/schemas.ts';
import { parseTimestamp, SHANGHAI_OFFSET_MS } from '../../content/time.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** Atom requires a timestamp even if an article has none. */
const UNKNOWN_TIME = '1970-01-01';

export type TimedArticle = ArticleSummary & { updatedMs: number };

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
