import { expect, it } from 'vitest';
import { pageOfQrCode, qrAddress, withQuery } from './addresses.ts';

it.each([
  ['/news', {}, '/news'],
  ['/news', { page: undefined }, '/news'],
  ['/news#list', {}, '/news#list'],
  ['/news', { page: 2 }, '/news?page=2'],
  ['/news?page=2', { lang: 'en' }, '/news?page=2&lang=en'],
  ['/news#list', { page: 2 }, '/news?page=2#list'],
  ['/news?go=News#news', { page: 2, lang: undefined }, '/news?go=News&page=2#news'],
  ['/search', { keyword: 'R&D 远山#1', page: 3 }, '/search?keyword=R%26D%20%E8%BF%9C%E5%B1%B1%231&page=3'],
  ['/search', { keyword: '' }, '/search?keyword='],
  ['/news', { page: 0 }, '/news?page=0'],
])('adds to %s the parameters %j', (href, parameters, expected) => {
  expect(withQuery(href, parameters)).toBe(expected);
});

it.each(['/news/group-news/1003', '/en/news/%E7%BB%BF', '/a.svg'])(
  'reads the page %s back from the address of its QR code',
  (path) => {
    expect(pageOfQrCode(qrAddress(path) ?? '')).toBe(path);
    expect(pageOfQrCode(`${qrAddress(path)}?x=1`)).toBe(path);
  },
);

it('finds no page in an address that is not of a QR code', () => {
  for (const address of [
    '/qr',
    '/qr/',
    '/qr/x',
    '/qr/.svg?',
    '/qr.svg',
    '/en/qr/x.svg',
    `/qr/${'x'.repeat(400)}.svg`,
  ])
    expect([address, pageOfQrCode(address)]).toEqual([address, undefined]);
});

it('makes no QR code of a path that is too long for paper', () => {
  expect(qrAddress(`/${'x'.repeat(400)}`)).toBeUndefined();
});
