import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { createTextMatcher, matchesWord, parseQuery } from './search-query.ts';
import { searchableText } from './words.ts';

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
])('splits the keyword %j into words %j and segments %j', (typed, words, segments) => {
  expect(parseQuery(typed)).toMatchObject({ words, segments });
});

it('folds a keyword of at most twelve words', () => {
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
])('decides if the word %s matches the search for %s: %s', (term, word, expected) => {
  expect(matchesWord(term, word)).toBe(expected);
});

it.each([
  ['tea', 'The team', false],
  ['tea', 'Instead of steam: TEA.', true],
  ['teas', 'a tea', true],
  ['libraries', 'The Library', true],
  ['city', 'two cities', true],
  ['invest', 'Investments', true],
  ['office singapore', 'Singapore and other offices', true],
  ['office singapore', 'Singapore', false],
  ['ｅｓｇ', '新ESG报告', true],
  ['储能成本', '储能系统的成本', true],
  ['储能成本', '储能系统', false],
  ['%', '41% less', false],
])('decides if the keyword %j matches the text %j: %s', (typed, text, expected) => {
  expect(createTextMatcher(parseQuery(typed))(searchableText(text))).toBe(expected);
});

it('parses a word of 400 KB in less than a second', () => {
  expect(cpuMsOf(() => searchableText('teati'.repeat(80_000)))).toBeLessThan(1000);
});
