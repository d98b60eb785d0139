import { expect, it } from 'vitest';
import { charactersAndPairs, foldText, foldWord, wordsOf } from './words.ts';

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
