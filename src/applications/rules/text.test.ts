import { expect, it } from 'vitest';
import { cleanLine, cleanLines, lengthOf, normaliseCaptcha, plainNumber, readDate, trimmed } from './text.ts';

it.each([
  ['𠮷', 1],
  ['e\u0301', 2],
])('lengthOf counts the code points of %j as %i', (text, length) => {
  expect(lengthOf(text)).toBe(length);
});

it.each([
  ['\u3000远  山\u00a0\u2003', '远  山'],
  ['\ufeff\u200ba\u2060\r\n', 'a'],
  ['\u0000\u202e\u3164\u00ad', ''],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('trimmed trims %j to %j', (text, expected) => {
  expect(trimmed(text)).toBe(expected);
});

it.each([
  ['a\r\n\r\nb\rc', 'a\n\nb\nc', 'a  b c'],
  ['a\tb\u0000c\u001bd\u009f\ufffe', 'a bcd', 'a bcd'],
  ['a\ud800b', 'a\ufffdb', 'a\ufffdb'],
  ['<b>&amp;\'"=1+1', '<b>&amp;\'"=1+1', '<b>&amp;\'"=1+1'],
])('cleanLines and cleanLine clean %j to %j and %j', (text, lines, line) => {
  expect(cleanLines(text)).toBe(lines);
  expect(cleanLine(text)).toBe(line);
});

it.each([
  [' １\r\n\t　２ ', '1 2'],
  ['1‐2‑3–4—5−6－7─8ー9', '1-2-3-4-5-6-7-8-9'],
])('plainNumber normalises %j to %j', (text, expected) => {
  expect(plainNumber(text)).toBe(expected);
});

it.each([
  ['　１　２３\u00a0４\t５\r\n', '12345'],
  ['\u200b12345\u202c\u0000', '12345'],
])('normaliseCaptcha normalises %j to %j', (typed, compared) => {
  expect(normaliseCaptcha(typed)).toBe(compared);
});

it.each([
  ['2020-01-02', '2020-01-02'],
  ['2020/12/31', '2020-12-31'],
  ['2020年1月2日', '2020-01-02'],
  ['２０２０ 年 １ 月 ２ 号', '2020-01-02'],
  ['  2020–1–2\u3000', '2020-01-02'],
  ['0099-12-31', '0099-12-31'],
])('readDate parses %j as %s', (written, day) => {
  expect(readDate(written)).toBe(day);
});

const IMPOSSIBLE = ['2020-02-30', '1900-02-29', '2020年13月1日', '2020-01-00', '0000-01-01'];
const INCOMPLETE = ['', '2020-01', '20200102', '02/01/2020', '20-01-02', '12020-01-02'];
const MIXED = ['2020-1/2', '2020-1月2日', '2020 1 2', '2020-01-1 2', '2020-01-٠٢', '2020-01-02T00:00'];

it.each([...IMPOSSIBLE, ...INCOMPLETE, ...MIXED])('readDate rejects %j', (written) => {
  expect(readDate(written)).toBeUndefined();
});
