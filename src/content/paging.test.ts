import { describe, expect, it } from 'vitest';
import { PAGE_SIZE, pageCount, pageNumbers, parsePageNumber } from './paging.ts';

describe('page numbers', () => {
  it('reads a missing page number as 1', () => {
    expect(parsePageNumber([])).toBe(1);
  });

  it.each([
    ['1', 1],
    ['2', 2],
    ['10', 10],
    ['999999999', 999_999_999],
  ])('reads the page number %s', (value, expected) => {
    expect(parsePageNumber([value])).toBe(expected);
  });

  it.each([
    '',
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e3',
    '0x1',
    ' 1',
    '1 ',
    '１',
    'two',
    'NaN',
    'Infinity',
    '9999999999',
  ])('rejects the page number %j', (value) => {
    expect(parsePageNumber([value])).toBeUndefined();
  });

  it('rejects a page number that is given twice', () => {
    expect(parsePageNumber(['1', '1'])).toBeUndefined();
  });
});

describe('page counts', () => {
  it.each([
    [0, 1],
    [1, 1],
    [PAGE_SIZE, 1],
    [PAGE_SIZE + 1, 2],
    [PAGE_SIZE * 7, 7],
  ])('divides %d records into %d pages', (total, expected) => {
    expect(pageCount(total)).toBe(expected);
  });
});

describe('pagination', () => {
  it.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [2, 3, [1, 2, 3]],
    [1, 4, [1, 2, 3, 4]],
    [1, 5, [1, 2, 'gap', 5]],
    [4, 5, [1, 2, 3, 4, 5]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
    [9, 9, [1, 'gap', 8, 9]],
    [50, 1000, [1, 'gap', 49, 50, 51, 'gap', 1000]],
  ])('lists the page numbers for page %d of %d', (page, pages, expected) => {
    expect(pageNumbers({ page, pages })).toEqual(expected);
  });

  it.each([1, 2, 3, 6, 11, 12])('lists page %d of 12 once, in rising order', (page) => {
    const numbers = pageNumbers({ page, pages: 12 }).filter((entry) => entry !== 'gap');
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers).toContain(page);
  });
});
