import { describe, expect, it } from 'vitest';
import {
  cleanLine,
  cleanLines,
  halfWidth,
  lengthOf,
  normaliseCaptcha,
  plainNumber,
  stripEnd,
  stripStart,
  trimmed,
} from './text.ts';

describe('lengthOf', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['中', 1],
    ['𠮷', 1],
    ['😀', 1],
    ['👨‍👩‍👧', 5],
    ['e\u0301', 2],
    ['a\nb', 3],
  ])('returns for %j: %i code points', (text, length) => {
    expect(lengthOf(text)).toBe(length);
  });
});

describe('trimmed, cleanLine, cleanLines', () => {
  it.each([
    ['  a  ', 'a'],
    ['\u3000远山\u3000', '远山'],
    ['\u00a0\u2003a\u202f\u2009', 'a'],
    ['\ufeffa\ufeff', 'a'],
    ['\u200ba\u2060', 'a'],
    ['\r\n a \r\n', 'a'],
    ['a  b', 'a  b'],
    [' ', ''],
    ['\u3000\u00a0', ''],
    ['\u200b\u200c\u200d\u2060\ufeff', ''],
    ['\u0000\u0001', ''],
    ['\u202e\u2066', ''],
    ['\u3164\u115f', ''],
    ['\u00ad', ''],
    ['', ''],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['\ue000', '\ue000'],
    ['.', '.'],
  ])('trim %j to %j', (text, expected) => {
    expect(trimmed(text)).toBe(expected);
  });

  it.each([
    ['a\r\nb', 'a\nb', 'a b'],
    ['a\rb', 'a\nb', 'a b'],
    ['a\n\nb', 'a\n\nb', 'a  b'],
    ['a\r\n\r\nb', 'a\n\nb', 'a  b'],
    ['a\vb\fc\u0085d\u2028e\u2029f', 'a\nb\nc\nd\ne\nf', 'a b c d e f'],
    ['a\tb', 'a b', 'a b'],
    ['a\u0000b\u0007c\u001bd\u007fe\u009ff', 'abcdef', 'abcdef'],
    ['a\ufffeb\uffff', 'ab', 'ab'],
    ['a\ud800b', 'a\ufffdb', 'a\ufffdb'],
    ['\u0000 a \u0000', 'a', 'a'],
    ['远山　集团', '远山　集团', '远山　集团'],
    ['<b>&amp;\'"', '<b>&amp;\'"', '<b>&amp;\'"'],
    ['=1+1', '=1+1', '=1+1'],
    ['👨‍👩‍👧 नमस्ते שלום', '👨‍👩‍👧 नमस्ते שלום', '👨‍👩‍👧 नमस्ते שלום'],
  ])('clean %j to %j, on one line to %j', (text, lines, line) => {
    expect(cleanLines(text)).toBe(lines);
    expect(cleanLine(text)).toBe(line);
  });

  it('clean texts with long runs of spaces', () => {
    const spaces = ' '.repeat(60_000);
    expect(cleanLines(`${spaces}a${spaces}b${spaces}`)).toBe(`a${spaces}b`);
  });

  it.each([
    ['xxaxx', 'axx', 'xxa'],
    ['xxx', '', ''],
    ['axa', 'axa', 'axa'],
    ['', '', ''],
  ])('strip x from %j at the start: %j, at the end: %j', (text, start, end) => {
    expect(stripStart(text, /x/u)).toBe(start);
    expect(stripEnd(text, /x/u)).toBe(end);
  });
});

it.each([
  ['０１２３４５６７８９', '0123456789'],
  ['ＡＺａｚ', 'AZaz'],
  ['！～（）＋－．／：＠', '!~()+-./:@'],
  ['远山。，、', '远山。,、'],
  ['ｱ￥', 'ｱ￥'],
  ['', ''],
])('halfWidth converts %j to %j', (text, expected) => {
  expect(halfWidth(text)).toBe(expected);
});

it.each([
  [' １　２ ', '1 2'],
  ['1‐2‑3–4—5−6－7', '1-2-3-4-5-6-7'],
  ['1\r\n\t 2', '1 2'],
  ['\u202a12\u202c\u200b', '12'],
])('plainNumber normalises %j to %j', (text, expected) => {
  expect(plainNumber(text)).toBe(expected);
});

it.each([
  ['12345', '12345'],
  ['１２３４５', '12345'],
  ['１2３4５', '12345'],
  [' 12345 ', '12345'],
  ['1 2 3 4 5', '12345'],
  ['　１　２３\u00a0４\t５\r\n', '12345'],
  ['\u200b12345\u202c\ufeff', '12345'],
  ['12345\u0000', '12345'],
  ['00000', '00000'],
  ['1234', '1234'],
  ['1-2345', '1-2345'],
  ['abcDE', 'abcDE'],
  ['一二三', '一二三'],
  ['', ''],
  [' \u3000\t', ''],
])('normaliseCaptcha normalises %j to %j', (typed, compared) => {
  expect(normaliseCaptcha(typed)).toBe(compared);
});
