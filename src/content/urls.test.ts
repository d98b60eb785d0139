import { expect, it } from 'vitest';
import { parseQrCodePath, qrCodePath, withQuery } from './urls.ts';

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
