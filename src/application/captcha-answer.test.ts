import { expect, it } from 'vitest';
import { normaliseCaptcha } from './captcha-answer.ts';

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
