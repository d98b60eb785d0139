import { expect, it } from 'vitest';
import { countPages, listPageNumbers, PAGE_SIZE, parsePageNumber } from './paging.ts';

const INVALID = ['', '0', '-1', '+1', '01', '1.0', '1e3', ' 1', '1 ', '１', 'two', '9999999999'];

it.each<[string[], number | undefined]>([
  [[], 1],
  [['1'], 1],
  [['999999999'], 999_999_999],
  [['1', '1'], undefined],
  ...INVALID.map((value): [string[], undefined] => [[value], undefined]),
])('parses the page number %j as %s', (values, expected) => {
  expect(parsePageNumber(values)).toBe(expected);
});

it.each([
  [0, 0, 1],
  [PAGE_SIZE + 1, PAGE_SIZE, 2],
  [12, 5, 3],
])('divides %d records with %d on the first page into %d pages', (total, received, expected) => {
  expect(countPages({ total, received })).toBe(expected);
});

it.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 'gap', 5]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
])('lists the page numbers for page %d of %d', (pageNo, pageCount, expected) => {
  expect(listPageNumbers({ pageNo, pageCount })).toEqual(expected);
});
