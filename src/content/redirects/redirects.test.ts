import { expect, it } from 'vitest';
import { createRedirectIndex, parseRedirects } from './redirects.ts';

const SITE = 'https://www.group.example';

const read = (...lines: string[]) => parseRedirects(lines.join('\n'), SITE);
const problemsOf = (...lines: string[]) =>
  read(...lines).problems.map(({ line, problem }) => `${line}: ${problem}`);

const chainOf = (length: number) => Array.from({ length }, (_, at) => `/p${at} /p${at + 1}`);

it('reads one redirect per line with its line number', () => {
  expect(read('# Moved in 2030', '', '/old /new', '  /old/*\t/new/:splat  # all below')).toEqual({
    redirects: [
      { line: 3, from: '/old', hasStar: false, query: new Map(), to: '/new' },
      { line: 4, from: '/old', hasStar: true, query: new Map(), to: '/new/:splat' },
    ],
    problems: [],
  });
});

it.each([
  ['/旧/新', '/%E6%97%A7/%E6%96%B0'],
  ['/%e6%97%a7/a@b', '/%E6%97%A7/a%40b'],
  ['/old/', '/old'],
  ['/*', ''],
])('canonicalises the legacy path %s to %s', (written, from) => {
  expect(read(`${written} https://a.example`).redirects[0]?.from).toBe(from);
});

it.each([
  ['/old /新/../a?a=1#b', '/a?a=1#b'],
  ['/old HTTPS://远山.example/新', 'https://xn--rht990j.example/%E6%96%B0'],
  ['/old/* https://a.example/x/:splat.html', 'https://a.example/x/:splat.html'],
  ['/old https://www.group.example.evil.example/new', 'https://www.group.example.evil.example/new'],
])('canonicalises the target of %j to %s', (line, to) => {
  expect(read(line)).toMatchObject({ redirects: [{ to }], problems: [] });
});

it.each([
  ['/old # /new', 'must be a legacy path and a target'],
  ['old /new', 'old must be /'],
  ['/old?id=%zz /new', 'well encoded'],
  ['/old#part /new', 'none is empty'],
  ['/a/%2e%2e /new', 'none is empty'],
  ['/old%2A /new', 'may have a * only behind its last /'],
  ['/old/*?id=1 /new', 'no query with it'],
  ['/old //evil.example', 'must be a path that begins with one /'],
  ['/old /a/..//evil.example', 'must be a path'],
  ['/old http://a.example', 'https: URL'],
  ['/old https://user@a.example', 'without a user'],
  ['/old/* https://:splat.example/x', 'https: URL'],
  ['/old /new/:splat', ':splat stands in the path'],
])('rejects the redirect line %j', (line, problem) => {
  expect(problemsOf('# first', line)).toEqual([expect.stringContaining(problem)]);
  expect(problemsOf('# first', line)[0]).toMatch(/^2: /u);
});

it.each([
  [['/旧 /b', '# x', '/%e6%97%a7/ /b'], ['3: /%E6%97%A7 is already in line 1']],
  [['/公司 /b', '/%B9%AB%CB%BE /c'], ['2: /%E5%85%AC%E5%8F%B8 is already in line 1']],
  [['/a /a?x=1'], ['1: is a loop: /a → /a?x=1 → /a?x=1&x=1 → /a?x=1&x=1&x=1']],
  [
    ['/a /b', '/b https://www.group.example/a'],
    ['1: is a loop: /a → /b → /a', '2: is a loop: /b → /a → /b'],
  ],
  [['/b/x /a/x', '/a/* /b/:splat'], ['1: is a loop: /b/x → /a/x → /b/x']],
  [['/old/* /old/:splat'], ['1: is a loop: /old/… → /old/…']],
  [['/old/* /old/new/:splat'], [expect.stringMatching(/^1: is a loop: \/old\/… → \/old\/new\/… → /u)]],
  [chainOf(21), ['1: is a loop: /p0 → /p1 → /p2 → /p3']],
])('reports duplicates and loops in the redirects %j', (lines, problems) => {
  expect(problemsOf(...lines)).toEqual(problems);
});

it.each([
  ['a chain of 20', chainOf(20)],
  ['a wildcard that redirects to the page above it', ['/news/* /news']],
  ['a wildcard that leaves its folder step by step', ['/x /a/a/a/y', '/a/* /:splat']],
])('accepts the redirect line %s', (_how, lines) => {
  expect(problemsOf(...lines)).toEqual([]);
});

const indexOf = (...lines: string[]) => {
  const { redirects, problems } = read(...lines);
  expect(problems).toEqual([]);
  return createRedirectIndex(redirects);
};
const locationIn = (line: string, asked: string) => indexOf(line).locationOf(asked);

it.each([
  ['an exact path', ['/a/* /star', '/a/b /exact'], '/exact?id=1&x=2'],
  ['the longer wildcard', ['/* /wide', '/a/* /narrow'], '/narrow?id=1&x=2'],
  ['the query', ['/a/b /exact', '/a/b?id=1 /query', '/a/b?id=2 /other'], '/query?x=2'],
  ['the longer query', ['/a/b?id=1 /query', '/a/b?x=2&id=1 /both'], '/both'],
])('prefers the most specific redirect: %s', (_which, lines, location) => {
  for (const order of [lines, lines.toReversed()])
    expect(indexOf(...order).locationOf('/a/b?id=1&x=2')).toBe(location);
});

it.each([
  ['/show.asp?id=12 /new', '/show.asp?id=12', '/new'],
  ['/show.asp?id=12 /new', '/show.asp?utm=a&id=12', '/new?utm=a'],
  ['/show.asp?id=12 /new', '/show.asp?id=123', undefined],
  ['/list.asp?class=公司+新闻 /new', '/list.asp?class=%B9%AB%CB%BE+%D0%C2%CE%C5', '/new'],
  ['/公司/a.asp /new', '/%B9%AB%CB%BE/a.asp', '/new'],
  ['/公司/a.asp /new', '/%e5%85%ac%E5%8F%B8/a.asp', '/new'],
  ['/公司/* /new/:splat', '/%B9%AB%CB%BE/%D0%C2', '/new/%E6%96%B0'],
])('uses the line %s to redirect %s to %s', (line, asked, location) => {
  expect(locationIn(line, asked)).toBe(location);
});

it.each([
  ['/old/a/b.html', '/new/a/b.html'],
  ['/deep/er/a', 'https://a.example/x/a/y/a'],
  ['/old', undefined],
])('redirects %s by a wildcard to %s', (path, location) => {
  const { locationOf } = indexOf('/old/* /new/:splat', '/deep/er/* https://a.example/x/:splat/y/:splat');
  expect(locationOf(path)).toBe(location);
});

it('redirects every path except home and the target by a root wildcard', () => {
  const { locationOf } = indexOf('/* /en/home');
  expect([locationOf('/x/y'), locationOf('/'), locationOf('/EN/home/?a=1')]).toEqual([
    '/en/home',
    undefined,
    undefined,
  ]);
});

it.each([
  ['/old/* /new/:splat', '/old/%e6%97%a7+a', '/new/%E6%97%A7%2Ba'],
  ['/old/* /new/:splat', "/old/$'", "/new/%24'"],
  ['/old/* https://a.example/:splat', '/old/%e6%97%a7+$&/', 'https://a.example/%e6%97%a7+$&/'],
])(
  'uses the line %s to insert the matched part, canonical for this site only: %s',
  (line, asked, location) => {
    expect(locationIn(line, asked)).toBe(location);
  },
);

it.each(['/old/..', '/old/a/../x', '/old/%2Fevil.example', '/old/%5Cevil.example'])(
  'never inserts a matched part that leaves the folder: %s',
  (path) => {
    for (const line of ['/old/* /:splat', '/old/* https://a.example/base/:splat'])
      expect(locationIn(line, path)).toBeUndefined();
  },
);

it.each([
  ['/old /new', '/old?a=1&b=%E6', '/new?a=1&b=%E6'],
  ['/old /new?c=2#part', '/old?a=?', '/new?c=2&a=?#part'],
  ['/old https://a.example', '/old?a=1', 'https://a.example/?a=1'],
])('the redirect line %s keeps the query of %s', (line, asked, location) => {
  expect(locationIn(line, asked)).toBe(location);
});
