import { describe, expect, it } from 'vitest';
import { matchesWord, parseQuery } from './search-query.ts';

describe('parseQuery', () => {
  it.each([
    ['Board of Directors', ['board', 'director'], []],
    ['how to apply', ['apply'], []],
    ['who we are', ['who', 'we', 'are'], []],
    ['R&D', ['r', 'd'], []],
    ['tea <b>', ['tea'], []],
    ['tea tea', ['tea'], []],
    ['荣誉资质', [], ['荣誉', '资质']],
    ['董事会荣誉', [], ['董事会', '荣誉']],
    ['图书馆的茶', [], ['图书馆', '茶']],
    ['上海办公室地址', [], ['上海', '办公室', '地址']],
    ['的', [], ['的']],
    ['２０２５ 年度报告 ESG', ['2025', 'esg'], ['年度', '报告']],
    ['(.*)+[a-z]{2,} \\d', ['2'], []],
    ['%', [], []],
    ['😀', [], []],
    ['كتاب', ['كتاب'], []],
  ])('splits the keyword %j into words and segments', (typed, words, segments) => {
    expect(parseQuery(typed)).toMatchObject({ words, segments });
  });

  it('keeps the keyword in normal width', () => {
    expect(parseQuery(' ＥＳＧ（新） ').keyword).toBe('ESG（新）');
  });

  it('limits a query to twelve words', () => {
    const typed = Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ');
    expect(parseQuery(typed).words).toHaveLength(12);
  });
});

describe('matchesWord', () => {
  it.each([
    ['tea', 'tea', true],
    ['team', 'tea', false],
    ['investment', 'inve', true],
    ['investment', 'inv', false],
    ['reinvest', 'invest', false],
  ])('says if the word %s matches the search for %s: %s', (term, word, expected) => {
    expect(matchesWord(term, word)).toBe(expected);
  });
});
