import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';
import { createTextMatcher, foldWord, matchesWord, parseQuery, toSearchableText } from './search-query.ts';

it.each([
  ['Board of Directors', ['board', 'director'], []],
  ['董事会荣誉', [], ['董事会', '荣誉']],
  ['２０２５ 年度报告 ESG', ['2025', 'esg'], ['年度', '报告']],
  ['(.*)+[a-z]{2,} \\d', ['2'], []],
])('splits the keyword %j into words %j and segments %j', (typed, words, segments) => {
  expect(parseQuery(typed)).toMatchObject({ words, segments });
});

it('limits a keyword to twelve words', () => {
  expect(parseQuery(' ＥＳＧ（發） ')).toMatchObject({ keyword: 'ESG(发)', sent: 'ESG（发）' });
  expect(parseQuery(' （發） ', String)).toMatchObject({ keyword: '(發)', sent: '（發）' });
  const typed = Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ');
  expect(parseQuery(typed).words).toHaveLength(12);
});

it.each([
  ['tea', 'tea', true],
  ['team', 'tea', false],
  ['investment', 'inve', true],
])('decides if the word %s matches the search for %s: %s', (term, word, expected) => {
  expect(matchesWord(term, word)).toBe(expected);
});

it.each([
  ['tea', 'The team', false],
  ['tea', 'Instead of steam: TEA.', true],
  ['office singapore', 'Singapore and other offices', true],
  ['ｅｓｇ', '新ESG报告', true],
  ['储能成本', '储能系统的成本', true],
])('decides if the keyword %j matches the text %j: %s', (typed, text, expected) => {
  expect(createTextMatcher(parseQuery(typed))(toSearchableText(text))).toBe(expected);
});

it.each([
  ['library', 'libraries', 'library’s', "LIBRARY'S"],
  ['honours', 'honour', 'HONORS'],
  ['centre', 'centers'],
  ['organisation', 'organizations'],
  ['école', 'ecole', 'ÉCOLE', 'e\u0301cole'],
  ['esg', 'ＥＳＧ'],
])('folds the spellings of %s to one term', (...words) => {
  expect(new Set(words.map(foldWord)).size).toBe(1);
});

it.each([
  ['news', 'new'],
  ['6.8', '68'],
])('folds %s and %s to different terms', (one, other) => {
  expect(foldWord(one)).not.toBe(foldWord(other));
});

it.each([
  ['Ａｚ９（）', 'Az9()'],
  ['投\u200b资\u00ad集\ufeff团', '投资集团'],
  ['投资\n  集团 and\nmore', '投资集团 and\nmore'],
  ['⼭⻓，ﬁne 5㎡', '山长，fine 5m2'],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
