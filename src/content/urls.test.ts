import { expect, it } from 'vitest';
import {
  decodePart,
  encodePart,
  normaliseCode,
  parseQrCodePath,
  qrCodePath,
  slug,
  withQuery,
} from './urls.ts';

it.each([
  ['/news?page=2', { lang: 'en' }, '/news?page=2&lang=en'],
  ['/news?go=News#news', { page: 2, lang: undefined }, '/news?go=News&page=2#news'],
  ['/search', { keyword: 'R&D 远山#1', page: 0 }, '/search?keyword=R%26D%20%E8%BF%9C%E5%B1%B1%231&page=0'],
])('adds query parameters to %s: %j', (href, parameters, expected) => {
  expect(withQuery(href, parameters)).toBe(expected);
});

it('parses the page path from the URL of its QR code', () => {
  const path = '/en/news/%E7%BB%BF';
  expect(parseQrCodePath(qrCodePath(path) ?? '')).toBe(path);
  expect(parseQrCodePath(`${qrCodePath(path)}?x=1`)).toBe(path);
});

it.each(['/qr', '/qr/x', '/qr/.svg?', '/en/qr/x.svg', `/qr/${'x'.repeat(400)}.svg`])(
  'rejects %s, which is not the URL of a QR code',
  (url) => {
    expect(parseQrCodePath(url)).toBeUndefined();
  },
);

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
