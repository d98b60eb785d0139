import type { Request, Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import type { Language } from '../i18n/languages.ts';
import { MAX_TARGET_BYTES, readAddress } from './address.ts';

function read(originalUrl: string) {
  const request = { originalUrl, headers: { host: 'here' } } as Request;
  const next = vi.fn();
  try {
    readAddress(request, {} as Response, next);
  } catch (error) {
    return { request, error };
  }
  expect(next.mock.calls).toEqual([[]]);
  return { request, error: undefined };
}

const addressOf = (target: string) => {
  const { request, error } = read(target);
  expect(error).toBeUndefined();
  return request.address;
};

describe('the language and the path', () => {
  it.each<
    [target: string, language: Language, prefix: string, segments: string[], hasTrailingSlash: boolean]
  >([
    ['/', 'zh', '', [], false],
    ['/en', 'en', 'en', [], false],
    ['/en/', 'en', 'en', [], true],
    ['/EN/News', 'en', 'EN', ['News'], false],
    ['/zh', 'zh', 'zh', [], false],
    ['/ZH/news/', 'zh', 'ZH', ['news'], true],
    ['/news', 'zh', '', ['news'], false],
    ['/news/', 'zh', '', ['news'], true],
    ['/news/7', 'zh', '', ['news', '7'], false],
    ['/en/about-us/leadership', 'en', 'en', ['about-us', 'leadership'], false],
    ['/english', 'zh', '', ['english'], false],
    ['/en-gb/news', 'zh', '', ['en-gb', 'news'], false],
    ['/news/en', 'zh', '', ['news', 'en'], false],
    ['/en/zh/news', 'en', 'en', ['zh', 'news'], false],
    ['/%E6%96%B0%E9%97%BB', 'zh', '', ['新闻'], false],
    ['/新闻', 'zh', '', ['新闻'], false],
    ['/a%20b+c', 'zh', '', ['a b+c'], false],
    ['/%65n/news', 'en', 'en', ['news'], false],
    ['/%7Ah/news', 'zh', 'zh', ['news'], false],
    ['/news/a%2Fb', 'zh', '', ['news', 'a/b'], false],
    ['/news/a%5Cb', 'zh', '', ['news', 'a\\b'], false],
    ['/%2F%2Fevil.example', 'zh', '', ['//evil.example'], false],
    ['/..', 'zh', '', ['..'], false],
    ['/?', 'zh', '', [], false],
    ['/en?page=2', 'en', 'en', [], false],
    ['/?/en', 'zh', '', [], false],
  ])('of %s', (target, language, prefix, segments, hasTrailingSlash) => {
    expect(addressOf(target)).toMatchObject({ language, prefix, segments, hasTrailingSlash });
    expect(read(target).request.lng).toBe(language);
  });
});

describe('the query', () => {
  it.each<[target: string, search: string, query: [string, string][]]>([
    ['/news', '', []],
    ['/news?', '?', []],
    ['/news?page=2', '?page=2', [['page', '2']]],
    [
      '/news?page=1&page=2',
      '?page=1&page=2',
      [
        ['page', '1'],
        ['page', '2'],
      ],
    ],
    ['/search?keyword=a+b%2Bc', '?keyword=a+b%2Bc', [['keyword', 'a b+c']]],
    ['/search?keyword=%E8%BF%9C', '?keyword=%E8%BF%9C', [['keyword', '远']]],
    [
      '/search?keyword=what?&x',
      '?keyword=what?&x',
      [
        ['keyword', 'what?'],
        ['x', ''],
      ],
    ],
    [
      '/search?a[b]=c&__proto__=d',
      '?a[b]=c&__proto__=d',
      [
        ['a[b]', 'c'],
        ['__proto__', 'd'],
      ],
    ],
  ])('of %s', (target, search, query) => {
    const address = addressOf(target);
    expect(address.search).toBe(search);
    expect([...address.query]).toEqual(query);
  });
});

describe('a query that no page listens to', () => {
  it.each(['/news?%', '/news?x=%E6', '/news?x=%00', '/news?utm=%zz&page=2'])(
    'harms nothing: %s',
    (target) => {
      expect(read(target).error).toBeUndefined();
    },
  );
});

describe('a path that this site cannot have', () => {
  it.each([
    '//',
    '//evil.example',
    '//evil.example/',
    '///',
    '/news//',
    '/news//7',
    '/en//news',
    '/zh//evil.example',
    '/\\evil.example/',
    '/\\/evil.example',
    '/%5Cevil.example/x',
    '/news%2F7/8',
    '/a%2fb/',
    '/en/a%5cb/c',
  ])('%s is not found', (target) => {
    expect(read(target).error).toMatchObject({ kind: 'notFound', status: 404 });
  });
});

describe('what cannot be an address', () => {
  it.each([
    '/%',
    '/%zz',
    '/%E6%96',
    '/%C0%AF',
    '/a%00b',
    '/search?keyword=%',
    '/search?x=1&keyword=%E6',
    '/search?keyword=a%00',
    '/search?%6Beyword=a%00',
    '/news?page=%',
    '/news?go=%zz',
    '/?lang=%C0',
    'http://a/b',
    '*',
    '',
  ])('%j is refused', (target) => {
    expect(read(target).error).toMatchObject({ kind: 'badAddress', status: 400 });
  });

  it('is refused where it is too long', () => {
    const longest = `/${'a'.repeat(MAX_TARGET_BYTES - 1)}`;
    expect(read(longest).error).toBeUndefined();
    expect(read(`${longest}a`).error).toMatchObject({ kind: 'addressTooLong', status: 414 });
    expect(read(`/?${'新'.repeat(MAX_TARGET_BYTES / 2)}`).error).toMatchObject({ kind: 'addressTooLong' });
  });

  it.each([
    ['/en/%', 'en'],
    ['/%', 'zh'],
    ['/EN//x', 'en'],
    [`/en/${'a'.repeat(MAX_TARGET_BYTES)}`, 'en'],
  ])('is refused in its language: %s', (target, language) => {
    const { request } = read(target);
    expect([request.lng, request.address.language]).toEqual([language, language]);
  });
});
