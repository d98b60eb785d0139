import { describe, expect, it } from 'vitest';
import { withQuery } from './query.ts';

describe('an address with parameters', () => {
  it.each([
    ['/news', {}, '/news'],
    ['/news', { page: undefined }, '/news'],
    ['/news#list', {}, '/news#list'],
    ['/news', { page: 2 }, '/news?page=2'],
    ['/news?page=2', { lang: 'en' }, '/news?page=2&lang=en'],
    ['/news#list', { page: 2 }, '/news?page=2#list'],
    ['/news?go=News#news', { page: 2, lang: undefined }, '/news?go=News&page=2#news'],
    ['/search', { keyword: 'R&D 远山#1', page: 3 }, '/search?keyword=R%26D%20%E8%BF%9C%E5%B1%B1%231&page=3'],
    ['/search', { keyword: '' }, '/search?keyword='],
    ['/news', { page: 0 }, '/news?page=0'],
  ])('%s and %j', (href, parameters, expected) => {
    expect(withQuery(href, parameters)).toBe(expected);
  });
});
