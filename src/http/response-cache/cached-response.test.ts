import { expect, it } from 'vitest';
import { payloadPath } from '../../content/urls.ts';
import { negotiateEncoding } from './cached-response.ts';
import { pageKey } from './page-cache.ts';

it.each([
  [undefined, 'identity'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip;q=1', 'gzip'],
  ['xbr, x-br, br2', 'identity'],
  ['*', 'br'],
  ['identity;q=0', 'identity'],
])('negotiates Accept-Encoding %j to %s', (accepted, encoding) => {
  expect(negotiateEncoding(accepted)).toBe(encoding);
});

it.each([
  ['/', '/'],
  ['/en/news?utm_source=x&fbclid=1', '/en/news'],
  ['/en/about-us?go=Company%20Profile', '/en/about-us'],
  ['/en/news?page=1', '/en/news'],
  ['/en/news?x=1&page=2&utm=3', '/en/news?page=2'],
  ['/en/about-us?page=2&go=Press+Room', '/en/about-us?go=Press%20Room&page=2'],
  ['/en/news?page=2&page=3', undefined],
  ['/en/news?lang=en', undefined],
])('maps the request %s to the cache key %s', (target, key) => {
  expect(pageKey(target)).toBe(key);
});

it.each([
  ['/', '/_payload.json'],
  ['/en', '/en/_payload.json'],
  ['/en/news?page=2', '/en/news/_payload.json?page=2'],
])('maps the page %s to the payload %s', (url, payload) => {
  expect(payloadPath(url)).toBe(payload);
});
