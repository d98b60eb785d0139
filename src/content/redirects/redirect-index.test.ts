import { expect, it } from 'vitest';
import { createRedirectIndex } from './redirect-index.ts';
import { readRedirects } from './redirects.ts';

const indexOf = (...lines: string[]) => {
  const { redirects, problems } = readRedirects(lines.join('\n'), 'https://www.group.example');
  expect(problems).toEqual([]);
  return createRedirectIndex(redirects);
};
const locationIn = (line: string, asked: string) => indexOf(line).locationOf(asked);

it.each([
  ['an exact path', ['/a/* /star', '/a/b /exact'], '/exact?id=1&x=2'],
  ['the longer wildcard', ['/* /wide', '/a/* /narrow'], '/narrow?id=1&x=2'],
  ['the query', ['/a/b /exact', '/a/b?id=1 /query', '/a/b?id=2 /other'], '/query?x=2'],
  ['the longer query', ['/a/b?id=1 /query', '/a/b?x=2&id=1 /both'], '/both'],
])('uses the most specific line: %s', (_which, lines, location) => {
  for (const order of [lines, lines.toReversed()])
    expect(indexOf(...order).locationOf('/a/b?id=1&x=2')).toBe(location);
});

it.each([
  ['/show.asp?id=12 /new', '/show.asp?id=12', '/new'],
  ['/show.asp?id=12 /new', '/show.asp?utm=a&id=12', '/new?utm=a'],
  ['/show.asp?id=12 /new', '/show.asp?id=123', undefined],
  ['/show.asp?id=12 /new', '/show.asp', undefined],
  ['/show.asp?id=12 /new', '/show.asp?id=%31%32&x=%zz', '/new?x=%zz'],
  ['/show.asp?12 /new', '/show.asp?12', '/new'],
  ['/list.asp?class=公司+新闻 /new', '/list.asp?class=%B9%AB%CB%BE+%D0%C2%CE%C5', '/new'],
  ['/公司/a.asp /new', '/%B9%AB%CB%BE/a.asp', '/new'],
  ['/公司/a.asp /new', '/%e5%85%ac%E5%8F%B8/a.asp', '/new'],
  ['/%B9%AB%CB%BE/a.asp /new', '/%b9%ab%CB%BE/a.asp', '/new'],
  ['/模 /new', '/%C4%A3', '/new'],
  ['/caf%E9 /new', '/caf%E9', '/new'],
  ['/公司/* /new/:splat', '/%B9%AB%CB%BE/%D0%C2', '/new/%E6%96%B0'],
  ['/公司/* https://a.example/:splat', '/%B9%AB%CB%BE/%D0%C2', 'https://a.example/%D0%C2'],
])('by %s redirects %s to %s', (line, asked, location) => {
  expect(locationIn(line, asked)).toBe(location);
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
  expect([locationOf('/x/y'), locationOf('/'), locationOf('/EN/home/?a=1')]).toEqual([
    '/en/home',
    undefined,
    undefined,
  ]);
});

it.each([
  ['/old/* /new/:splat', '/old/%e6%97%a7+a', '/new/%E6%97%A7%2Ba'],
  ['/old/* /new/:splat', '/old/a/', '/new/a'],
  ['/old/* /new/:splat', "/old/$'", "/new/%24'"],
  ['/old/* https://a.example/:splat', '/old/%e6%97%a7+$&/', 'https://a.example/%e6%97%a7+$&/'],
])(
  'by %s inserts what matched in canonical form, for other hosts as requested: %s',
  (line, asked, location) => {
    expect(locationIn(line, asked)).toBe(location);
  },
);

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
  expect(locationIn(line, asked)).toBe(location);
});
