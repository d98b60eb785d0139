import { describe, expect, it } from 'vitest';
import { createRedirectIndex } from './redirect-index.ts';
import { readRedirects } from './redirects.ts';

const indexOf = (...lines: string[]) => {
  const { redirects, problems } = readRedirects(lines.join('\n'), 'https://www.group.example');
  expect(problems).toEqual([]);
  return createRedirectIndex(redirects);
};
const locationIn = (line: string, path: string, asked?: string) => indexOf(line).locationOf(path, asked);

describe('the order of the lines', () => {
  it.each([
    ['an exact one before a wildcard', ['/a/b /exact', '/a/* /star'], '/exact'],
    ['a wildcard before an exact one', ['/a/* /star', '/a/b /exact'], '/star'],
    ['a wide wildcard before a narrow one', ['/* /wide', '/a/* /narrow'], '/wide'],
    ['a narrow wildcard before a wide one', ['/a/* /narrow', '/* /wide'], '/narrow'],
  ])('uses the first line that matches: %s', (_which, lines, location) => {
    expect(indexOf(...lines).locationOf('/a/b')).toBe(location);
  });
});

describe('wildcards', () => {
  const { locationOf } = indexOf('/old/* /new/:splat', '/deep/er/* https://a.example/x/:splat/y/:splat');

  it.each([
    ['/old/a', '/new/a'],
    ['/old/a/b.html', '/new/a/b.html'],
    ['/deep/er/a', 'https://a.example/x/a/y/a'],
  ])('redirects %s to %s by a wildcard', (path, location) => {
    expect(locationOf(path)).toBe(location);
  });

  it.each(['/old', '/older/a', '/Old/a', '/en/old/a', '/deep/a', '/', '/x'])(
    'does not redirect %s by a wildcard',
    (path) => {
      expect(locationOf(path)).toBeUndefined();
    },
  );

  it('redirects every path except the home page by a wildcard at the root', () => {
    const root = indexOf('/* https://old.example/:splat');
    expect(root.locationOf('/en/a')).toBe('https://old.example/en/a');
    expect(root.locationOf('/')).toBeUndefined();
  });

  it.each([
    ['/old/%e6%97%a7+a@b,c', '/new/%e6%97%a7+a@b,c'],
    ['/old/a/', '/new/a'],
    ['/old/$&/$1', '/new/$&/$1'],
  ])('inserts the matched part as it was encoded in the request: %s', (asked, location) => {
    expect(locationIn('/old/* /new/:splat', '/old/x/y', asked)).toBe(location);
  });

  it('keeps the trailing slash for another site', () => {
    expect(locationIn('/old/* https://a.example/:splat', '/old/a', '/old/a/')).toBe('https://a.example/a/');
  });

  it('does not redirect a page to itself that is below its own wildcard', () => {
    const { locationOf } = indexOf('/* /en/home');
    expect([locationOf('/x'), locationOf('/en/home'), locationOf('/en/home', '/EN/home/?a=1')]).toEqual([
      '/en/home',
      undefined,
      undefined,
    ]);
  });

  it.each(['/old/..', '/old/../x', '/old/.', '/old/a/..', '/old/%2Fevil.example', '/old/%5Cevil.example'])(
    'never inserts a part that leaves the folder: %s',
    (path) => {
      for (const line of ['/old/* /:splat', '/old/* https://a.example/base/:splat'])
        expect(locationIn(line, path)).toBeUndefined();
    },
  );
});

describe('queries', () => {
  it.each([
    ['/old /new', '/old?a=1&b=%E6', '/new?a=1&b=%E6'],
    ['/old /new?c=2', '/old?a=1', '/new?c=2&a=1'],
    ['/old /new#part', '/old?a=1', '/new?a=1#part'],
    ['/old /new?c=2#part', '/old?a=?', '/new?c=2&a=?#part'],
    ['/old /new', '/old?', '/new'],
    ['/old https://a.example', '/old?a=1', 'https://a.example/?a=1'],
    ['/old/* /new/:splat?c=2', '/old/x?a=:splat', '/new/x?c=2&a=:splat'],
  ])('appends the query in %j for %s', (line, asked, location) => {
    const [path = ''] = asked.split('?');
    expect(locationIn(line, path, asked)).toBe(location);
  });
});

describe('a list with 20,000 lines', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) =>
    at % 10 === 0 ? `/folder-${at}/* /new-${at}/:splat` : `/old/page-${at}.html /new/${at}`,
  );

  it('looks up an unknown path of any depth in microseconds', () => {
    const { locationOf } = indexOf(...lines);
    const paths = Array.from({ length: 20_000 }, (_, at) => `/none-${at}${'/x'.repeat(at % 20)}`);
    const startedAt = performance.now();
    const known = paths.filter((path) => locationOf(path) !== undefined);
    expect((performance.now() - startedAt) / paths.length).toBeLessThan(0.1);
    expect(known).toEqual([]);
    expect(locationOf('/folder-19990/a')).toBe('/new-19990/a');
    expect(locationOf('/old/page-19999.html')).toBe('/new/19999');
  });
});
