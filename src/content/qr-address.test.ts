import { expect, it } from 'vitest';
import { pageOfQr, qrAddress } from './qr-address.ts';

it.each(['/news/group-news/1003', '/en/news/%E7%BB%BF', '/a.svg'])(
  'the code of %s is asked for by its address',
  (path) => {
    expect(pageOfQr(qrAddress(path) ?? '')).toBe(path);
    expect(pageOfQr(`${qrAddress(path)}?x=1`)).toBe(path);
  },
);

it('no other address asks for a code', () => {
  for (const address of [
    '/qr',
    '/qr/',
    '/qr/x',
    '/qr/.svg?',
    '/qr.svg',
    '/en/qr/x.svg',
    `/qr/${'x'.repeat(400)}.svg`,
  ])
    expect([address, pageOfQr(address)]).toEqual([address, undefined]);
});

it('a path that is too long for paper has none', () => {
  expect(qrAddress(`/${'x'.repeat(400)}`)).toBeUndefined();
});
