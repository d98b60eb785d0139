import { describe, expect, it } from 'vitest';
import { formatDay, newerFirst, parseDay, yearOf } from './time.ts';

describe('times without a zone', () => {
  it.each([
    ['2026-04-16', '2026-04-16'],
    ['2026-04-16T23:59:59', '2026-04-16'],
    ['2026-04-16T00:00', '2026-04-16'],
    ['2026-04-16 08:30:00', '2026-04-16'],
    ['2026-04-16T08:30:00.123456', '2026-04-16'],
    [' 2026-04-16 ', '2026-04-16'],
    ['2024-02-29', '2024-02-29'],
    ['2026-04', '2026-04'],
    ['2026', '2026'],
  ])('reads %j as the day that is written', (time, expected) => {
    expect(parseDay(time)).toBe(expected);
  });
});

describe('times with a zone', () => {
  it.each([
    ['2026-04-16T15:59:59Z', '2026-04-16'],
    ['2026-04-16T16:00:00Z', '2026-04-17'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
    ['2026-04-16T00:30:00+08:00', '2026-04-16'],
    ['2026-04-16T00:30:00+0800', '2026-04-16'],
    ['2026-04-16 00:30:00 +0800', '2026-04-16'],
    ['2026-04-16T00:30:00+08', '2026-04-16'],
    ['2026-04-16T23:00:00-05:00', '2026-04-17'],
    ['2026-04-16t16:00z', '2026-04-17'],
  ])('reads %j as a day in Shanghai', (time, expected) => {
    expect(parseDay(time)).toBe(expected);
  });

  it.each([
    [Date.UTC(2026, 3, 16, 15, 59, 59), '2026-04-16'],
    [Date.UTC(2026, 3, 16, 16), '2026-04-17'],
    [0, '1970-01-01'],
    [-1, '1970-01-01'],
    [Date.UTC(1949, 9, 1), '1949-10-01'],
    [Date.UTC(1988, 6, 1, 14, 59), '1988-07-01'],
    [Date.UTC(1988, 6, 1, 15), '1988-07-02'],
    [Date.UTC(9999, 11, 31, 15), '9999-12-31'],
  ])('reads the timestamp %d as a day in Shanghai', (time, expected) => {
    expect(parseDay(time)).toBe(expected);
  });
});

describe('invalid times', () => {
  it.each([
    undefined,
    null,
    '',
    'soon',
    '16/04/2026',
    '2026-13-01',
    '2026-00-10',
    '2026-02-29',
    '2026-04-31',
    '2026-4-6',
    '2026-04-16T25:00:00Z',
    '2026-04-16x',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    9e15,
    8.64e15,
    Date.UTC(9999, 11, 31, 16),
    true,
    {},
    [],
  ])('reads %j as no time', (time) => {
    expect(parseDay(time)).toBeUndefined();
  });
});

describe('days', () => {
  it.each(['0001-01-01T00:00:00Z', '0999-12-31', -62_135_596_800_000, 253_402_300_799_000, 8.64e15])(
    'writes the day of %j with four digits of the year, or rejects it',
    (time) => {
      expect(parseDay(time) ?? '2026-01-01').toMatch(/^\d{4}(?:-\d{2}){0,2}$/u);
    },
  );

  it.each([
    ['2026-04-16', '2026年4月16日', '16 April 2026'],
    ['2026-04', '2026年4月', 'April 2026'],
    ['2026', '2026年', '2026'],
    ['1949-10-01', '1949年10月1日', '1 October 1949'],
  ])('formats %s as %s in Chinese and as %s in English', (day, chinese, english) => {
    expect([formatDay(day, 'zh'), formatDay(day, 'en')]).toEqual([chinese, english]);
  });

  it.each(['2026-04-16', '2026-04', '2026'])('reads the year of %s', (day) => {
    expect(yearOf(day)).toBe(2026);
  });
});

it('sorts days newest first, with entries without a day last and in their own order', () => {
  const days = ['2025', undefined, '2026-04-16', '2026-05', '2026-04-16', ''];
  expect(days.sort(newerFirst)).toEqual(['2026-05', '2026-04-16', '2026-04-16', '2025', '', undefined]);
});
