import { expect, it } from 'vitest';
import { createRedirectIndex } from './redirect-index.ts';
import { readRedirects } from './redirects.ts';

const indexOf = (...lines: string[]) => {
  const { redirects, problems } = readRedirects(lines.join('\n'), 'https://www.group.example');
  expect(problems).toEqual([]);
  return createRedirectIndex(redirects);
};
const locationIn = (line: string, path: string, asked?: string) => indexOf(line).locationOf(path, asked);

it.each([
  ['an exact one before a wildcard', ['/a/b /exact', '/a/* /star'], '/exact'],
  ['a wildcard before an exact one', ['/a/* /star', '/a/b /exact'], '/star'],
  ['a wide wildcard before a narrow one', ['/* /wide', '/a/* /narrow'], '/wide'],
  ['a narrow wildcard before a wide one', ['/a/* /narrow', '/* /wide'], '/narrow'],
])('uses the first line that matches: %s', (_which, lines, location) => {
  expect(indexOf(...lines).locationOf('/a/b')).toBe(location);
});

it.each([
  ['/old/a/b.html', '/new/a/b.html'],
  ['/deep/er/a', 'https://a.example/x/a/y/a'],
  ['/old', undefined],
  ['/older/a', undefined],
  ['/Old/a', undefined],
  ['/en/old/a', undefined],
  ['/deep/a', undefined],
  ['/', undefined],
])('redirects %s by a wildcard to %s', (path, location) => {
  const { locationOf } = indexOf('/old/* /new/:splat', '/deep/er/* https://a.example/x/:splat/y/:splat');
  expect(locationOf(path)).toBe(location);
});

it('redirects every path except the home page and the target itself by a wildcard at the root', () => {
  const { locationOf } = indexOf('/* /en/home');
  expect([locationOf('/x/y'), locationOf('/'), locationOf('/en/home', '/EN/home/?a=1')]).toEqual([
    '/en/home',
    undefined,
    undefined,
  ]);
});

it.each([
  ['/old/* /new/:splat', '/old/%e6%97%a7+a@b,c', '/new/%e6%97%a7+a@b,c'],
  ['/old/* /new/:splat', '/old/a/', '/new/a'],
  ['/old/* /new/:splat', '/old/$&/$1', '/new/$&/$1'],
  ['/old/* https://a.example/:splat', '/old/a/', 'https://a.example/a/'],
])('by %s inserts what matched as it was encoded in the request: %s', (line, asked, location) => {
  expect(locationIn(line, '/old/x/y', asked)).toBe(location);
});

it.each(['/old/..', '/old/../x', '/old/.', '/old/a/..', '/old/%2Fevil.example', '/old/%5Cevil.example'])(
  'never inserts a part that leaves the folder: %s',
  (path) => {
    for (const line of ['/old/* /:splat', '/old/* https://a.example/base/:splat'])
      expect(locationIn(line, path)).toBeUndefined();
  },
);

it.each([
  ['/old /new', '/old?a=1&b=%E6', '/new?a=1&b=%E6'],
  ['/old /new?c=2#part', '/old?a=?', '/new?c=2&a=?#part'],
  ['/old /new', '/old?', '/new'],
  ['/old https://a.example', '/old?a=1', 'https://a.example/?a=1'],
  ['/old/* /new/:splat?c=2', '/old/x?a=:splat', '/new/x?c=2&a=:splat'],
])('by %s appends the query of %s', (line, asked, location) => {
  const [path = ''] = asked.split('?');
  expect(locationIn(line, path, asked)).toBe(location);
});

it('looks up an unknown path of any depth in a list of 5,000 lines in microseconds', () => {
  const lines = Array.from({ length: 5000 }, (_, at) =>
    at % 10 === 0 ? `/folder-${at}/* /new-${at}/:splat` : `/old/page-${at}.html /new/${at}`,
  );
  const { locationOf } = indexOf(...lines);
  const paths = Array.from({ length: 2000 }, (_, at) => `/none-${at}${'/x'.repeat(at % 20)}`);
  const startedAt = performance.now();
  expect(paths.filter((path) => locationOf(path) !== undefined)).toEqual([]);
  expect((performance.now() - startedAt) / paths.length).toBeLessThan(0.1);
  expect(locationOf('/folder-4990/a')).toBe('/new-4990/a');
  expect(locationOf('/old/page-4999.html')).toBe('/new/4999');
});
