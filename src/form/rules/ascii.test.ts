import { expect, it } from 'vitest';
import { halfWidth, normaliseCaptcha, plainNumber } from './ascii.ts';

it.each([
  ['０１２３４５６７８９', '0123456789'],
  ['ＡＺａｚ', 'AZaz'],
  ['！～（）＋－．／：＠', '!~()+-./:@'],
  ['远山。，、', '远山。,、'],
  ['ｱ￥', 'ｱ￥'],
  ['', ''],
])('%j in half width is %j', (text, expected) => {
  expect(halfWidth(text)).toBe(expected);
});

it.each([
  [' １　２ ', '1 2'],
  ['1‐2‑3–4—5−6－7', '1-2-3-4-5-6-7'],
  ['1\r\n\t 2', '1 2'],
  ['\u202a12\u202c\u200b', '12'],
])('the number %j is read as %j', (text, expected) => {
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
])('%j is compared as %j', (typed, compared) => {
  expect(normaliseCaptcha(typed)).toBe(compared);
});
