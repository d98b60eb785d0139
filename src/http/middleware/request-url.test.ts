import { expect, it } from 'vitest';
import type { Language } from '../../i18n/languages.ts';
import { SiteError } from '../../lib/failures.ts';
import { MAX_SEGMENTS, MAX_TARGET_BYTES, parseUrl } from './request-url.ts';

it.each<[target: string, language: Language, prefix: string, segments: string[], hasTrailingSlash: boolean]>([
  ['/', 'zh', '', [], false],
  ['/en', 'en', 'en', [], false],
  ['/ZH/news/', 'zh', 'ZH', ['news'], true],
  ['/news', 'zh', '', ['news'], false],
  ['/news/', 'zh', '', ['news'], true],
  ['/en-gb/news', 'zh', '', ['en-gb', 'news'], false],
  ['/news/en', 'zh', '', ['news', 'en'], false],
  ['/%E6%96%B0%E9%97%BB', 'zh', '', ['新闻'], false],
  ['/%D0%C2%CE%C5/%FF', 'zh', '', ['新闻', 'ÿ'], false],
  ['/news/a%2Fb', 'zh', '', ['news', 'a/b'], false],
  ['/%2F%2Fevil.example', 'zh', '', ['//evil.example'], false],
])('reads language and path of %s', (target, language, prefix, segments, hasTrailingSlash) => {
  expect(parseUrl(target)).toMatchObject({ language, prefix, segments, hasTrailingSlash });
  expect(parseUrl(target).failure).toBeUndefined();
});

it.each([
  ['/_payload.json', [], true],
  ['/en/news/7/_payload.json?page=2', ['news', '7'], true],
  ['/news/_payload%2Ejson', ['news'], true],
  ['/news/_payload.json/', ['news', '_payload.json'], false],
])('distinguishes the payload from the page: %s', (target, segments, isPayload) => {
  expect(parseUrl(target)).toMatchObject({ segments, isPayload });
});

it.each([
  ['/news?page=1&page=2', 'page=1|page=2'],
  ['/search?keyword=%E8%BF%9C', 'keyword=远'],
  ['/search?keyword=%B9%AB+%CB%BE&x=%D4', 'keyword=公 司|x=\uFFFD'],
  ['/search?a[b]=c&__proto__=d', 'a[b]=c|__proto__=d'],
])('reads the query of %s', (target, pairs) => {
  const parsed = parseUrl(target);
  expect(parsed.failure).toBeUndefined();
  expect(parsed.search).toBe(target.replace(/^[^?]*/u, ''));
  expect([...parsed.query].map((pair) => pair.join('=')).join('|')).toBe(pairs);
});

it.each(['/news?%', '/news?x=%E6', '/news?x=%00', '/news?utm=%zz&page=2'])(
  'ignores undecodable parameters that no page reads: %s',
  (target) => {
    expect(parseUrl(target).failure).toBeUndefined();
  },
);

it.each(['//', '//evil.example', '/en//news', '/\\evil.example/', '/%5Cevil.example/x', '/news%2F7/8'])(
  'responds with 404 to the impossible path %s',
  (target) => {
    expect(parseUrl(target).failure).toMatchObject({ kind: 'notFound', status: 404 });
  },
);

it('rejects a path of more than the maximum number of segments with 404', () => {
  expect(parseUrl('/a'.repeat(MAX_SEGMENTS))).toMatchObject({ segments: Array(MAX_SEGMENTS).fill('a') });
  expect(parseUrl('/a'.repeat(MAX_SEGMENTS + 1))).toMatchObject({
    segments: [],
    failure: { status: 404 },
  });
});

it.each(['/%', '/a%00b', '/search?keyword=a%00', '/search?%6Beyword=a%00', '*', ''])(
  'responds with 400 to the URL %j',
  (target) => {
    expect(parseUrl(target).failure).toMatchObject({ kind: 'badUrl', status: 400 });
  },
);

it('accepts a truncated `go` parameter, which only scrolls', () => {
  expect(parseUrl('/news?go=%E5%85').failure).toBeUndefined();
});

it('rejects a URL that is too long', () => {
  const longest = `/${'a'.repeat(MAX_TARGET_BYTES - 1)}`;
  expect(parseUrl(longest).failure).toBeUndefined();
  expect(parseUrl(`${longest}a`).failure).toMatchObject({ kind: 'urlTooLong', status: 414 });
  expect(parseUrl(`/?${'新'.repeat(MAX_TARGET_BYTES / 2)}`).failure).toMatchObject({
    kind: 'urlTooLong',
  });
});

it.each([
  ['/%', 'zh'],
  ['/EN//x', 'en'],
  [`/en/${'a'.repeat(MAX_TARGET_BYTES)}`, 'en'],
])('keeps the language of the rejected URL %s', (target, language) => {
  expect(parseUrl(target)).toMatchObject({ language, failure: expect.any(SiteError) });
});
