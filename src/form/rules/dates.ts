import { plainNumber } from './text.ts';

const AROUND_SIGNS = / ?([-/.年月日号]) ?/gu;
const WITH_SIGNS = /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})$/u;
const CHINESE = /^(?<year>\d{4})年(?<month>\d{1,2})月(?<day>\d{1,2})[日号]?$/u;

/** Parses `2020-1-2`, `2020/1/2`, `2020.1.2` or `2020年1月2日` to an ISO day; undefined if no such day exists. */
export function readDate(text: string): string | undefined {
  const plain = plainNumber(text).replace(AROUND_SIGNS, '$1');
  const { year, month, day } = (WITH_SIGNS.exec(plain) ?? CHINESE.exec(plain))?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return exists(Number(year), Number(month), Number(day))
    ? [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
    : undefined;
}

function exists(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
