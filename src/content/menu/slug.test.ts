import { expect, it } from 'vitest';
import { decodePart, encodePart, normaliseCode, slug } from './slug.ts';

/** Existing links depend on these slugs. */
it.each([
  ['  Company \u00a0 Profile\n', 'company-profile'],
  ['Q&A', 'qa'],
  ['Ver. 3.1', 'ver-31'],
  ['../etc/passwd', 'etcpasswd'],
  ['---a---b---', 'a-b'],
  ['公司 简介', ''],
  ['Café', 'caf'],
])('converts the code %j to the slug %j and keeps this slug unchanged', (code, expected) => {
  expect(slug(code)).toBe(expected);
  expect(slug(expected)).toBe(expected);
});

it.each([
  [' Company \t\r\n Profile ', 'Company Profile'],
  ['\ufeffCompany\u00a0\u3000\u2003profile', 'Company profile'],
])('normalises the code %j to %j', (code, expected) => {
  expect(normaliseCode(code)).toBe(expected);
});

it('encodes a lone surrogate in a path segment', () => {
  expect(encodePart('a/\ud83d')).toBe('a%2F%EF%BF%BD');
  expect([decodePart('a%2Fb'), decodePart('%ZZ')]).toEqual(['a/b', '%ZZ']);
});
