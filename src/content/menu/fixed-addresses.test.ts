import { describe, expect, it } from 'vitest';
import { isFixedAddress, isReservedAddress } from './fixed-addresses.ts';

const IN_BOTH = [
  'search',
  'feed.xml',
  '_payload.json',
  'about-us/_payload.json',
  'articles/7',
  'articles/deep/7',
  'captcha/audio',
];
const WITHOUT_PREFIX = [
  'en',
  'en/about-us',
  'zh',
  'zh/about-us',
  'captcha/image',
  'assets/site.css',
  'files/token/report.pdf',
  'media/token/640/picture.jpg',
  'builds/latest.json',
  'builds/meta/1.json',
  'hooks/content',
  'qr/about-us.svg',
  'qr/en/about-us.svg',
  'sitemap.xml',
  'robots.txt',
  '.well-known/security.txt',
  'healthz',
  'readyz',
  'metrics',
];
const FREE = [
  'about-us',
  'searching',
  'research/search',
  'articles',
  'assets',
  'hooks',
  'hooks/content/more',
  'english',
  'sitemap',
  'captcha',
];

describe('fixed addresses of menu paths', () => {
  it.each(IN_BOTH)('reserves %s in both languages', (path) => {
    expect([isFixedAddress(path, false), isFixedAddress(path, true)]).toEqual([true, true]);
  });

  it.each(WITHOUT_PREFIX)('reserves %s only without the language prefix', (path) => {
    expect([isFixedAddress(path, false), isFixedAddress(path, true)]).toEqual([true, false]);
  });

  it.each(FREE)('does not reserve %s', (path) => {
    expect([isFixedAddress(path, false), isFixedAddress(path, true)]).toEqual([false, false]);
  });
});

describe('addresses that the site never redirects', () => {
  it.each([
    '/',
    '/en',
    '/search',
    '/en/search',
    '/zh/a',
    '/files/x.pdf',
    '/healthz',
    '/en/articles/7/_payload.json',
  ])('never redirects the legacy URL %s', (address) => {
    expect(isReservedAddress(address)).toBe(true);
  });

  it.each(['/about-us', '/en/about-us', '/articles/7', '/en/articles/7', '/en/healthz', '/english'])(
    'may redirect the legacy URL %s',
    (address) => {
      expect(isReservedAddress(address)).toBe(false);
    },
  );
});
