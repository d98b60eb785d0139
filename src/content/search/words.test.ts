import { describe, expect, it } from 'vitest';
import { charactersAndPairs, foldWidth, foldWord, wordsOf } from './words.ts';

const termsOf = (text: string) => [...wordsOf(text)].map(({ term }) => term);

describe('foldWord', () => {
  it.each([
    ['plural', ['library', 'libraries', 'Libraries', 'library’s', "LIBRARY'S"]],
    ['plural of -ie', ['cookie', 'cookies']],
    ['plural of a sibilant', ['class', 'classes']],
    ['plural', ['team', 'teams']],
    ['American', ['honours', 'honour', 'honor', 'HONORS']],
    ['American', ['programme', 'program', 'programmes']],
    ['American', ['centre', 'centers']],
    ['American', ['organisation', 'organizations']],
    ['accents', ['école', 'ecole', 'ÉCOLE', 'e\u0301cole']],
    ['width', ['esg', 'ＥＳＧ']],
    ['number', ['5000', '5,000']],
  ])('folds spellings of one word to the same term: %s', (_, words) => {
    expect(new Set(words.map(foldWord)).size).toBe(1);
  });

  it.each([
    ['news', 'new'],
    ['business', 'busines'],
    ['status', 'statu'],
    ['tea', 'team'],
    ['four', 'for'],
    ['6.8', '68'],
  ])('keeps %s and %s different', (one, other) => {
    expect(foldWord(one)).not.toBe(foldWord(other));
  });
});

describe('wordsOf', () => {
  it.each([
    ['Founders’ Academy: 6.8 of 5,000 m²', ['founder', 'academy', '6.8', 'of', '5000', 'm2']],
    ['第3期ESG报告，2025年', ['第', '3', '期', 'esg', '报告', '2025', '年']],
    ['كتاب ספר', ['كتاب', 'ספר']],
    ['(.*)+ 😀 \\', []],
    ['', []],
  ])('splits %j into words', (text, expected) => {
    expect(termsOf(text)).toEqual(expected);
  });

  it('returns the position of each word', () => {
    const text = 'Ａ、 储能costs';
    expect([...wordsOf(text)].map(({ start, end }) => text.slice(start, end))).toEqual([
      'Ａ',
      '储能',
      'costs',
    ]);
  });
});

it('splits a run into its characters and their pairs', () => {
  expect(charactersAndPairs('图书馆')).toEqual(['图', '书', '馆', '图书', '书馆']);
  expect(charactersAndPairs('𠮷野')).toEqual(['𠮷', '野', '𠮷野']);
});

it('folds the width of characters one for one', () => {
  expect(foldWidth('Ａｚ９（）　')).toBe('Az9（）　');
});
