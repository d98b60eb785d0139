import { readDate } from '../application/dates.ts';
import { DAY_MS } from '../store/days.ts';
import { isoTime, SHANGHAI_ZONE } from './times.ts';
import { UsageError } from './usage.ts';

const AGE = /^(?<count>[1-9]\d{0,4})(?<unit>[dm])$/u;
const MONTHS = 12;

/**
 * The moment before which `--older-than` means, in milliseconds since 1970: so many days of 24 hours ago (`365d`), the beginning
 * of the day so many months ago (`24m`), or that of a day (`2025-01-31`), both in Asia/Shanghai.
 */
export function readOlderThan(text: string | undefined, now: number): number {
  if (text === undefined) throw new UsageError('purge needs --older-than');
  const { count = '', unit } = AGE.exec(text)?.groups ?? {};
  if (unit === 'd') return now - Number(count) * DAY_MS;
  const day = unit === 'm' ? dayMonthsAgo(Number(count), now) : text;
  if (readDate(day) !== day) {
    throw new UsageError(`--older-than: ${text} is no age such as 365d or 24m and no day such as 2025-01-31`);
  }
  const before = Date.parse(`${day}T00:00${SHANGHAI_ZONE}`);
  if (before > now) throw new UsageError(`--older-than: ${text} is in the future`);
  return before;
}

/** The same day of an earlier month, or that month's last; an ISO day. */
function dayMonthsAgo(count: number, now: number): string {
  const [year = 0, month = 0, day = 0] = isoTime(now).slice(0, 'YYYY-MM-DD'.length).split('-').map(Number);
  const months = year * MONTHS + (month - 1) - count;
  const [targetYear, targetMonth] = [Math.floor(months / MONTHS), months % MONTHS];
  const lastDay = new Date(Date.UTC(targetYear, targetMonth + 1, 0)).getUTCDate();
  return new Date(Date.UTC(targetYear, targetMonth, Math.min(day, lastDay)))
    .toISOString()
    .slice(0, 'YYYY-MM-DD'.length);
}
