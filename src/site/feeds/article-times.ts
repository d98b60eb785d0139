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
 * Adds timestamps to the articles of a column, which are sorted newest first. An article with only a date, which backends also write
 * as midnight, is one second newer than the articles of the same day after it: a new one keeps the timestamps of the others.
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
