import type { Encoding } from '../percent-decoding.ts';
import {
  canonicalPath,
  type Parameters,
  parseQuery,
  type Redirect,
  SPLAT,
  splitQuery,
} from './redirect-line.ts';

/** A splat must not leave the target's folder or contain an encoded slash. */
const UNSAFE_SPLAT = /(?:^|\/)\.{1,2}(?:\/|$)|%2F|%5C/u;

/** The bytes of a GBK URL may be valid UTF-8, too. */
const ENCODINGS: Encoding[] = ['utf-8', 'gbk'];

/** Legacy URL of a line in canonical form. */
export function sourcePattern({ from, hasStar, query }: Omit<Redirect, 'line' | 'to'>): string {
  const search = new URLSearchParams([...query].sort());
  return `${from}${hasStar ? '/*' : ''}${search.size > 0 ? `?${search}` : ''}`;
}

/** Index of the redirects; the lookup time does not depend on their number. */
export function createRedirectIndex(redirects: readonly Redirect[]) {
  const bySource = new Map(redirects.map((redirect) => [sourcePattern(redirect), redirect]));
  /** The combinations of parameters that lines of a path ask for, longest first. */
  const namesByPath = new Map<string, string[][]>();
  for (const { from, query } of redirects) {
    const known = namesByPath.get(from) ?? [];
    const names = [...query.keys()].sort();
    if (known.some((other) => `${other}` === `${names}`)) continue;
    namesByPath.set(
      from,
      [...known, names].sort((one, other) => other.length - one.length),
    );
  }

  /** The line with the most parameters that the query has, else the one with the longest path above. */
  function find(path: string, parameters: Parameters): Redirect | undefined {
    for (const names of namesByPath.get(path) ?? []) {
      if (!names.every((name) => parameters.has(name))) continue;
      const query = new Map(names.map((name) => [name, parameters.get(name) ?? '']));
      const exact = bySource.get(sourcePattern({ from: path, hasStar: false, query }));
      if (exact) return exact;
    }
    const above = path === '/' ? [] : path.split('/').slice(0, -1);
    for (; above.length > 0; above.pop()) {
      const star = bySource.get(`${above.join('/')}/*`);
      if (star) return star;
    }
    return undefined;
  }

  /** Target of a legacy URL: a path of the site or an `https:` address; undefined if no line matches. */
  function locationOf(requested: string): string | undefined {
    const [path, search] = splitQuery(requested);
    for (const encoding of ENCODINGS) {
      const canonical = canonicalPath(path, encoding);
      const redirect = find(canonical, parseQuery(search, encoding));
      if (!redirect) continue;
      const to = redirect.hasStar ? withSplat(redirect, canonical, path) : redirect.to;
      const isKept = (pair: string) =>
        ![...parseQuery(pair, encoding).keys()].some((name) => redirect.query.has(name));
      return to && withSearch(to, search.split('&').filter(isKept).join('&'));
    }
    return undefined;
  }

  return { locationOf };
}

export type RedirectIndex = ReturnType<typeof createRedirectIndex>;

/** Undefined if the target would leave its folder, or redirect to itself from below its own wildcard. */
function withSplat({ from, to }: Redirect, canonical: string, requested: string): string | undefined {
  const splat = canonical.slice(from.length + 1);
  if (UNSAFE_SPLAT.test(splat)) return undefined;
  // This site reads UTF-8 only; another one gets what was requested.
  const inserted = to.startsWith('/') ? splat : requested.split('/').slice(from.split('/').length).join('/');
  const location = to.replaceAll(SPLAT, () => inserted);
  return canonicalPath(splitQuery(location)[0]) === canonical ? undefined : location;
}

/** Appends the query to that of the target, before its fragment. */
function withSearch(target: string, query: string): string {
  if (query === '') return target;
  const [address = '', ...fragment] = target.split(/(?=#)/u);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment.join('')}`;
}
