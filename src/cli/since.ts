import { readDate } from '../application/dates.ts';
import { SHANGHAI_ZONE } from './times.ts';
import { UsageError } from './usage.ts';

const SINCE =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[Tt ](?<time>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?)(?<zone>[Zz]|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/u;

/** The moment that `--since` names, in milliseconds since 1970: a day begins, and a time without a zone is, in Asia/Shanghai. */
export function readSince(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const { day = '', time = '00:00', zone = SHANGHAI_ZONE } = SINCE.exec(text)?.groups ?? {};
  if (day === '' || readDate(day) !== day) {
    throw new UsageError(
      `--since: ${text} is no day such as 2026-11-21 and no time such as 2026-11-21T09:30 or 2026-11-21T09:30Z`,
    );
  }
  return Date.parse(`${day}T${time}${zone.toUpperCase()}`);
}
