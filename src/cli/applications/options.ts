import { readDate } from '../../applications/rules/text.ts';
import { channels } from '../../applications/store/engine/tables.ts';
import { SHANGHAI_OFFSET_MS, SHANGHAI_ZONE } from '../../content/time.ts';
import { DAY_MS } from '../../lib/days.ts';
import { UsageError } from '../terminal.ts';

/** Options without `help` are in the usage of their command. */
export type Option = { type: 'string' | 'boolean'; short?: string; usage?: string; help?: string };

export const options = {
  since: {
    type: 'string',
    usage: 'DATE',
    help: 'only applications sent since this day (2026-11-21) or time (2026-11-21T09:30), in Asia/Shanghai unless the time has a zone (2026-11-21T09:30Z)',
  },
  format: { type: 'string' },
  files: {
    type: 'string',
    usage: 'DIR',
    help: 'also copies the files to DIR/REF/NAME; never overwrites a file',
  },
  'with-infected': { type: 'boolean', help: 'also copies infected files' },
  waiting: { type: 'boolean' },
  refused: { type: 'boolean' },
  channel: { type: 'string', usage: 'NAME', help: `only deliveries of this channel: ${channels.join(', ')}` },
  'older-than': {
    type: 'string',
    usage: 'AGE',
    help: 'applications sent more than this many days (365d) or months (24m) ago, or before a day (2025-01-31); asks for confirmation if that is less than a day ago',
  },
  undelivered: { type: 'boolean', help: 'also removes applications with waiting deliveries' },
  'dry-run': { type: 'boolean', help: 'lists what would be removed, and removes nothing' },
  yes: { type: 'boolean', help: 'skips the confirmation' },
  'show-secret': {
    type: 'boolean',
    help: 'also prints the line SESSION_SECRET=... if the backup contains the secret',
  },
  help: { type: 'boolean', short: 'h' },
} satisfies Record<string, Option>;

export type OptionName = keyof typeof options;
export type Values = {
  [Name in OptionName]?: (typeof options)[Name]['type'] extends 'string' ? string : boolean;
};

const SINCE = /^(?<day>[\d-]{10})(?:T(?<time>[\d:.]{5,12})(?<zone>Z|[+-]\d\d:\d\d)?)?$/u;
const AGE = /^(?:(?<days>0|[1-9]\d{0,4})d|(?<months>[1-9]\d{0,4})m)$/u;

/** Parses `--since` as a timestamp. A day or time without a zone is in Asia/Shanghai. */
export function parseSince(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const { day = '', time = '00:00', zone = SHANGHAI_ZONE } = SINCE.exec(text)?.groups ?? {};
  const at = Date.parse(`${day}T${time}${zone}`);
  if (Number.isNaN(at) || readDate(day) !== day)
    throw new UsageError(
      `--since: ${text} is neither a day such as 2026-11-21 nor a time such as 2026-11-21T09:30 or 2026-11-21T09:30Z`,
    );
  return at;
}

/** Parses days of 24 hours ago (`365d`), or the start of a day (`2025-01-31`) or of the day months ago (`24m`) in Asia/Shanghai. */
export function parseOlderThan(text: string | undefined, now: number): number {
  if (text === undefined) throw new UsageError('purge needs --older-than');
  const { days, months } = AGE.exec(text)?.groups ?? {};
  if (days !== undefined) return now - Number(days) * DAY_MS;
  const day = months === undefined ? text : dayMonthsAgo(Number(months), now);
  if (readDate(day) !== day)
    throw new UsageError(
      `--older-than: ${text} is neither an age such as 365d or 24m nor a day such as 2025-01-31`,
    );
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

export function parseChoice<Name extends string>(
  option: OptionName,
  text: string,
  names: readonly Name[],
): Name {
  const name = names.find((one) => one === text);
  if (name === undefined) throw new UsageError(`--${option}: ${text} is not one of ${names.join(', ')}`);
  return name;
}
