import { expect, it } from 'vitest';
import { halfWidth, plainNumber } from './ascii.ts';

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
