import { expect, it } from 'vitest';
import { matchesWord, parseQuery } from './search-query.ts';

it.each([
  ['Board of Directors', ['board', 'director'], []],
  ['who we are', ['who', 'we', 'are'], []],
  ['R&D', ['r', 'd'], []],
  ['tea tea <b>', ['tea'], []],
  ['董事会荣誉', [], ['董事会', '荣誉']],
  ['图书馆的茶', [], ['图书馆', '茶']],
  ['的', [], ['的']],
  ['２０２５ 年度报告 ESG', ['2025', 'esg'], ['年度', '报告']],
  ['(.*)+[a-z]{2,} \\d', ['2'], []],
  ['😀 %', [], []],
  ['كتاب', ['كتاب'], []],
])('splits the keyword %j into the words %j and segments %j', (typed, words, segments) => {
  expect(parseQuery(typed)).toMatchObject({ words, segments });
});

it('folds the keyword, and keeps its punctuation for the backend, and limits a query to twelve words', () => {
  expect(parseQuery(' ＥＳＧ（發） ')).toMatchObject({ keyword: 'ESG(发)', sent: 'ESG（发）' });
  const typed = Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ');
  expect(parseQuery(typed).words).toHaveLength(12);
});

it.each([
  ['tea', 'tea', true],
  ['team', 'tea', false],
  ['investment', 'inve', true],
  ['investment', 'inv', false],
  ['reinvest', 'invest', false],
])('says if the word %s matches the search for %s: %s', (term, word, expected) => {
  expect(matchesWord(term, word)).toBe(expected);
});
