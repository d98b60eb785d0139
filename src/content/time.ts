import type { Language } from '../i18n/languages.ts';

/** ISO 8601 day, month or year: `2026-04-16`, `2026-04` or `2026`. */
export type Day = string;

/** Includes the summer time of 1986 to 1991. */
const shanghaiDayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const FOUR_DIGIT_YEAR = /^\d{4}-/u;
const WITHOUT_ZONE = /^(\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?$/u;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[+-]\d{2}(?::?\d{2})?)$/iu;

/** Asia/Shanghai has had this offset without daylight saving since 1992. */
export const SHANGHAI_ZONE = '+08:00';
export const SHANGHAI_OFFSET_MS = 8 * 3_600_000;

/** Formats a time: `2026-11-21T12:00:00.000+08:00`. */
export const formatIsoTime = (time: number): string =>
  new Date(time + SHANGHAI_OFFSET_MS).toISOString().replace('Z', SHANGHAI_ZONE);

/** Formats a time: `2026-11-21 12:00`. */
export const formatDisplayTime = (time: number): string =>
  formatIsoTime(time).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');

/** Returns the day of a backend's time: as written if it has no zone, in Asia/Shanghai if it has one or is a timestamp. */
export function parseDay(time: unknown): Day | undefined {
  if (typeof time === 'number') return toShanghaiDay(time);
  if (typeof time !== 'string') return undefined;
  const text = time.trim();
  if (WITH_ZONE.test(text)) return toShanghaiDay(Date.parse(normaliseZoned(text)));
  const day = WITHOUT_ZONE.exec(text)?.[1];
  return day && isRealDay(day) ? day : undefined;
}

const normaliseZoned = (text: string): string =>
  text
    .replace(' ', 'T')
    .replace(/\s/u, '')
    .replace(',', '.')
    .replace(/([+-]\d{2})$/u, '$1:00');

/** Returns a backend's time as ISO 8601: with its zone, or that of Shanghai if it has none, or only the day if it has no time. */
export function parseIsoTime(time: unknown): string | undefined {
  const day = parseDay(time);
  if (day === undefined) return undefined;
  if (typeof time === 'number') return formatIsoTime(time);
  const text = `${time}`.trim();
  if (WITH_ZONE.test(text)) return normaliseZoned(text);
  if (!text.includes(':')) return text;
  const withZone = text.replace(' ', 'T').replace(',', '.') + SHANGHAI_ZONE;
  return Number.isNaN(Date.parse(withZone)) ? day : withZone;
}

/** Parses a result of `parseIsoTime`. Without a time, uses the start of the day, month or year in Shanghai. */
export const parseTimestamp = (time: string): number =>
  Date.parse(time) - (time.includes('T') ? 0 : SHANGHAI_OFFSET_MS);

function toShanghaiDay(time: number): Day | undefined {
  const date = new Date(time);
  const day = Number.isNaN(date.getTime()) ? '' : shanghaiDayFormat.format(date);
  return FOUR_DIGIT_YEAR.test(day) ? day : undefined;
}

/** Rejects 30 February, which `Date` turns into another day. */
function isRealDay(day: Day): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

const LOCALES: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB' };

const createDayFormats = (language: Language) =>
  [{}, { month: 'long' } as const, { month: 'long', day: 'numeric' } as const].map(
    (parts) => new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', year: 'numeric', ...parts }),
  );
const DAY_FORMATS = { zh: createDayFormats('zh'), en: createDayFormats('en') };

/** Formats a day: 2026年4月16日, 16 April 2026. */
export const formatDay = (day: Day, language: Language): string =>
  DAY_FORMATS[language][day.split('-').length - 1]?.format(new Date(day)) ?? day;

export const formatTimestamp = (time: number, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(time);

/** Compares days, newest first and missing ones last. */
export const compareNewestFirst = (a: Day = '', b: Day = ''): number => Number(a < b) - Number(a > b);

export const yearOf = (day: Day): number => Number(day.slice(0, 4));
