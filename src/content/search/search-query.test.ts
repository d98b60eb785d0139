import { describe, expect, it } from 'vitest';
import { matchesWord, parseQuery } from './search-query.ts';

describe('what a keyword asks for', () => {
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
  ])('%j', (typed, words, segments) => {
    expect(parseQuery(typed)).toMatchObject({ words, segments });
  });

  it('keeps the keyword, in usual width', () => {
    expect(parseQuery(' ＥＳＧ（新） ').keyword).toBe('ESG（新）');
  });

  it('is no more than a dozen words', () => {
    const typed = Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ');
    expect(parseQuery(typed).words).toHaveLength(12);
  });
});

describe('a word means', () => {
  it.each([
    ['tea', 'tea', true],
    ['team', 'tea', false],
    ['investment', 'inve', true],
    ['investment', 'inv', false],
    ['reinvest', 'invest', false],
  ])('%s by %s: %s', (term, word, expected) => {
    expect(matchesWord(term, word)).toBe(expected);
  });
});
