import { readDate } from '../../applications/rules/text.ts';
import { SHANGHAI_OFFSET_MS, SHANGHAI_ZONE } from '../../content/time.ts';
import { DAY_MS } from '../../lib/days.ts';
import { UsageError } from '../terminal.ts';

const SINCE =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[Tt ](?<time>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?)(?<zone>[Zz]|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/u;
const AGE = /^(?:(?<days>0|[1-9]\d{0,4})d|(?<months>[1-9]\d{0,4})m)$/u;

/** Parses `--since` as a timestamp. A day or time without a zone is in Asia/Shanghai. */
export function readSince(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const { day = '', time = '00:00', zone = SHANGHAI_ZONE } = SINCE.exec(text)?.groups ?? {};
  if (day === '' || readDate(day) !== day) {
    throw new UsageError(
      `--since: ${text} is neither a day such as 2026-11-21 nor a time such as 2026-11-21T09:30 or 2026-11-21T09:30Z`,
    );
  }
  return Date.parse(`${day}T${time}${zone.toUpperCase()}`);
}

/**
 * Parses `--older-than` as a timestamp: days of 24 hours ago (`365d`), the start of the day that many months ago (`24m`), or the
 * start of a day (`2025-01-31`), in Asia/Shanghai.
 */
export function readOlderThan(text: string | undefined, now: number): number {
  if (text === undefined) throw new UsageError('purge needs --older-than');
  const { days, months } = AGE.exec(text)?.groups ?? {};
  if (days !== undefined) return now - Number(days) * DAY_MS;
  const day = months === undefined ? text : dayMonthsAgo(Number(months), now);
  if (readDate(day) !== day) {
    throw new UsageError(
      `--older-than: ${text} is neither an age such as 365d or 24m nor a day such as 2025-01-31`,
    );
  }
  const before = Date.parse(`${day}T00:00${SHANGHAI_ZONE}`);
  if (before > now) throw new UsageError(`--older-than: ${text} is in the future`);
  return before;
}

/** Returns an ISO day: the same day of an earlier month, or that month's last day if it is shorter. */
function dayMonthsAgo(count: number, now: number): string {
  const today = new Date(now + SHANGHAI_OFFSET_MS);
  const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - count + 1, 0));
  date.setUTCDate(Math.min(today.getUTCDate(), date.getUTCDate()));
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
