import { expect, it } from 'vitest';
import { compareNewestFirst, formatDay, parseDay, parseIsoTime, yearOf } from './time.ts';

it.each([
  ['2026-04-16', '2026-04-16'],
  ['2026-04-16T23:59:59', '2026-04-16'],
  ['2026-04', '2026-04'],
  ['2026', '2026'],
])('reads %j as its written day', (time, expected) => {
  expect(parseDay(time)).toBe(expected);
});

it.each([
  ['2026-04-16T15:59:59Z', '2026-04-16'],
  ['2026-12-31T16:00:00.000Z', '2027-01-01'],
  ['2026-04-16T23:00:00-05:00', '2026-04-17'],
  [Date.UTC(2026, 3, 16, 16), '2026-04-17'],
  [Date.UTC(1988, 6, 1, 15), '1988-07-02'],
])('reads %j as a day in Shanghai', (time, expected) => {
  expect(parseDay(time)).toBe(expected);
});

const NO_DAYS = ['', 'soon', '16/04/2026', '2026-13-01', '2026-02-29', '2026-4-6', '2026-04-16x'];
const NO_TIMES = ['2026-04-16T25:00:00Z', Number.NaN, 9e15, Date.UTC(9999, 11, 31, 16), undefined, null, {}];

it.each([...NO_DAYS, ...NO_TIMES])('rejects %j, which is not a time', (time) => {
  expect(parseDay(time)).toBeUndefined();
});

it.each([
  ['2026-04-16', '2026-04-16'],
  ['2026-04', '2026-04'],
  [' 2026-04-16 09:30', '2026-04-16T09:30+08:00'],
  ['2026-04-16 09:30:00,5', '2026-04-16T09:30:00.5+08:00'],
  ['2026-04-16 09:30:00,5Z', '2026-04-16T09:30:00.5Z'],
  ['2026-04-16 25:00', '2026-04-16'],
  ['2026-04-16 15:59:59 -05', '2026-04-16T15:59:59-05:00'],
  ['2026-04-16T15:59:59Z', '2026-04-16T15:59:59Z'],
  [Date.UTC(2026, 3, 16, 16), '2026-04-17T00:00:00.000+08:00'],
  ['2026-04-16T25:00:00Z', undefined],
])('keeps the time and the zone of %j: %s', (time, expected) => {
  expect(parseIsoTime(time)).toBe(expected);
});

it.each([
  ['2026-04-16', '2026年4月16日', '16 April 2026'],
  ['2026-04', '2026年4月', 'April 2026'],
  ['2026', '2026年', '2026'],
])('formats %s as %s in Chinese and as %s in English', (day, chinese, english) => {
  expect([formatDay(day, 'zh'), formatDay(day, 'en')]).toEqual([chinese, english]);
  expect(yearOf(day)).toBe(2026);
});

it('sorts days newest first and missing ones last', () => {
  const days = ['2025', undefined, '2026-04-16', '2026-05', '2026-04-16', ''];
  expect(days.sort(compareNewestFirst)).toEqual([
    '2026-05',
    '2026-04-16',
    '2026-04-16',
    '2025',
    '',
    undefined,
  ]);
});
