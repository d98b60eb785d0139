import { describe, expect, it } from 'vitest';
import { readDate } from './dates.ts';

describe('readDate', () => {
  it.each([
    ['2020-01-02', '2020-01-02'],
    ['2020-1-2', '2020-01-02'],
    ['2020/12/31', '2020-12-31'],
    ['2020.1.2', '2020-01-02'],
    ['2020年1月2日', '2020-01-02'],
    ['2020年1月2号', '2020-01-02'],
    ['2020年1月2', '2020-01-02'],
    ['２０２０ 年 １ 月 ２ 日', '2020-01-02'],
    ['  2020–1–2\u3000', '2020-01-02'],
    ['2020 / 1 / 2', '2020-01-02'],
    ['2020-02-29', '2020-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['0001-01-01', '0001-01-01'],
    ['0099-12-31', '0099-12-31'],
    ['9999-12-31', '9999-12-31'],
  ])('parses %j as %s', (written, day) => {
    expect(readDate(written)).toBe(day);
    expect(readDate(day)).toBe(day);
  });

  const IMPOSSIBLE = ['2020-02-30', '2021-02-29', '1900-02-29', '2020-04-31', '2020年13月1日', '2020-01-00'];
  const INCOMPLETE = [
    '',
    '2020',
    '2020-01',
    '20200102',
    '02/01/2020',
    '0000-01-01',
    '20-01-02',
    '12020-01-02',
  ];
  const MIXED = [
    '2020-1/2',
    '2020-1月2日',
    '2020年1/2',
    '2020 1 2',
    '2020-01-1 2',
    '2020-01-٠٢',
    '2020-001-02',
  ];
  const LONGER = ['2020-01-02T00:00', '2020-01-02-', '+2020-01-02'];

  it.each([...IMPOSSIBLE, ...INCOMPLETE, ...MIXED, ...LONGER])('rejects %j', (written) => {
    expect(readDate(written)).toBeUndefined();
  });

  it('rejects a date with many spaces and a letter at the end without backtracking', () => {
    expect(readDate(`2020-1-2${' '.repeat(60_000)}x`)).toBeUndefined();
  });
});
