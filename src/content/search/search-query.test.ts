import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import {
  charactersAndPairs,
  createTextMatcher,
  foldText,
  foldWord,
  matchesWord,
  parseQuery,
  searchableText,
  wordsOf,
} from './search-query.ts';

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

it.each([
  ['library', 'libraries', 'library’s', "LIBRARY'S"],
  ['cookie', 'cookies'],
  ['class', 'classes'],
  ['team', 'teams'],
  ['honours', 'honour', 'HONORS'],
  ['programme', 'program', 'programmes'],
  ['centre', 'centers'],
  ['organisation', 'organizations'],
  ['école', 'ecole', 'ÉCOLE', 'e\u0301cole'],
  ['esg', 'ＥＳＧ'],
  ['5000', '5,000'],
])('folds the spellings of %s to one term', (...words) => {
  expect(new Set(words.map(foldWord)).size).toBe(1);
});

it.each([
  ['news', 'new'],
  ['business', 'busines'],
  ['status', 'statu'],
  ['tea', 'team'],
  ['four', 'for'],
  ['6.8', '68'],
])('folds %s and %s to different terms', (one, other) => {
  expect(foldWord(one)).not.toBe(foldWord(other));
});

it.each([
  ['Founders’ Academy: 6.8 of 5,000 m²', ['founder', 'academy', '6.8', 'of', '5000', 'm2']],
  ['第3期ESG报告，2025年', ['第', '3', '期', 'esg', '报告', '2025', '年']],
  ['(.*)+ كتاب 😀 \\', ['كتاب']],
])('splits %j into words', (text, expected) => {
  expect([...wordsOf(text)].map(({ term }) => term)).toEqual(expected);
});

it('returns the position of each word', () => {
  const text = 'Ａ、 储能costs';
  const found = [...wordsOf(text)].map(({ start, end }) => text.slice(start, end));
  expect(found).toEqual(['Ａ', '储能', 'costs']);
});

it('splits a run of Han characters into characters and pairs', () => {
  expect(charactersAndPairs('图书馆')).toEqual(['图', '书', '馆', '图书', '书馆']);
  expect(charactersAndPairs('𠮷野')).toEqual(['𠮷', '野', '𠮷野']);
});

it.each([
  ['Ａｚ９（）', 'Az9()'],
  ['\u2f08才', '人才'],
  ['投\u200b资\u00ad集\ufeff团', '投资集团'],
  ['投资\n  集团 and\nmore', '投资集团 and\nmore'],
  ['e\u0301㎡', '\u00e9m2'],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
